package roofline

import (
	"slices"
	"testing"
)

// TestCacheLevels has two threads of a core, and four cores that share the third level.
func TestCacheLevels(t *testing.T) {
	files := map[string]string{}
	for i, c := range []struct{ level, kind, size, shared string }{
		{"3", "Unified", "16M", "0-7"}, {"1", "Instruction", "32K", "0,4"}, {"1", "Data", "48K", "0,4"}, {"2", "Unified", "2048K", "0,4"},
	} {
		dir := "cpu0/cache/index" + string(rune('0'+i)) + "/"
		files[dir+"level"], files[dir+"type"], files[dir+"size"], files[dir+"shared_cpu_list"] = c.level, c.kind, c.size, c.shared
	}
	want := []cacheLevel{{1, 24 * kib}, {2, 1024 * kib}, {3, 2 * mib}}
	if got := cacheLevels(tree(t, files)); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := cacheLevels(t.TempDir()); got != nil {
		t.Errorf("no processors: %v", got)
	}
}

func TestProcessors(t *testing.T) {
	for list, want := range map[string]int{"": 0, "0": 1, "0-3": 4, "0-3,8": 5, "0,64": 2, "3-1": 0, "a-b": 0, "1-": 0} {
		if got := processors(list); got != want {
			t.Errorf("%q: %d, want %d", list, got, want)
		}
	}
}

func TestResident(t *testing.T) {
	for _, c := range []struct {
		name   string
		levels []cacheLevel
		want   int64
	}{
		{"half of the first", []cacheLevel{{1, 48 * kib}}, 24 * kib},
		{"half of the second", []cacheLevel{{1, 48 * kib}, {2, 2 * mib}}, mib},
		{"four times the level before", []cacheLevel{{2, 2 * mib}, {3, 300 * mib}}, 8 * mib},
		{"just twice", []cacheLevel{{2, mib}, {3, 4 * mib}}, 2 * mib},
		{"hardly larger", []cacheLevel{{2, mib}, {3, 4*mib - 2}}, 0},
	} {
		if got := resident(c.levels, len(c.levels)-1); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

// TestMeasureCaches: levels that can be told apart have a figure, in the order given.
func TestMeasureCaches(t *testing.T) {
	set := available()[0]
	peaks := set.cache.measureCaches([]cacheLevel{{1, 32 * kib}, {2, 64 * kib}, {3, mib}}, 2, 1)
	if len(peaks) != 2 || peaks[0].Name != "L1" || peaks[1].Name != "L3" || peaks[1].Size != mib {
		t.Fatalf("%+v, want L1 and L3", peaks)
	}
	for _, p := range peaks {
		if !known(p.Rates.Core.Best) || !known(p.Rates.All.Best) {
			t.Errorf("%+v", p)
		}
	}
	if peaks := set.cache.measureCaches(nil, 1, 1); peaks != nil {
		t.Errorf("no caches: %+v", peaks)
	}
}
