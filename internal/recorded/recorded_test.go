package recorded

import (
	"errors"
	"io/fs"
	"reflect"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	for text, want := range map[string][][]int64{
		"": nil, "3\n": {{3}}, "3\n4": {{3, 4}}, "3\n\n4\n5\n": {{3}, {4, 5}}, "3\n\n": {{3}}, "\n\n3\n\n\n4": {{3}, {4}},
	} {
		if got, err := Read(strings.NewReader(text)); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, %v, want %v", text, got, err, want)
		}
	}
	if _, err := Read(strings.NewReader("3\nx\n")); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("%v", err)
	}
	if _, err := ReadFile("nosuch.txt.gz"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
	if _, err := ReadFile("recorded.go"); err == nil {
		t.Error("no gzip file")
	}
}

func TestDoubledTail(t *testing.T) {
	run := make([]int64, 100)
	for i := range run {
		run[i] = int64(100 - i) // 100 to 1
	}
	got := DoubledTail(run)
	if got[0] != 200 || got[1] != 198 || got[2] != 98 || got[99] != 1 || run[0] != 100 {
		t.Errorf("%v of %v", got, run)
	}
	if got := DoubledTail([]int64{3, 5, 4}); !reflect.DeepEqual(got, []int64{3, 10, 4}) || DoubledTail(nil) != nil {
		t.Errorf("%v of three", got)
	}
}
