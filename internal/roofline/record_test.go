package roofline

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRecordSurvivesJSON(t *testing.T) {
	want := &Record{
		Work: Work{Flops: 2e6, Bytes: 24e6}, Cores: 2, Peaks: "measured", Notes: []string{"n"},
		Roof: Roof{Flops: 1e11, Scalar: 1e9, Memory: []Level{{"memory", 1e10}}},
	}
	data, err := want.JSON()
	if err != nil {
		t.Fatal(err)
	}
	got, err := ParseRecord(data)
	if err != nil || !cmp.Equal(got, want) {
		t.Errorf("%v, %s", err, cmp.Diff(want, got))
	}
	for _, in := range []string{"", "7", `{"work":{"flops":-1}}`, `{"roof":{"memory":[{"name":"x","bandwidth":-1}]}}`} {
		if r, err := ParseRecord([]byte(in)); err == nil {
			t.Errorf("%s: %+v, want an error", in, r)
		}
	}
}
