package roofline

import (
	"math"
	"os"
	"path/filepath"
	"testing"
)

func TestFootprint(t *testing.T) {
	for _, c := range []struct {
		name              string
		cache, free, want int64
	}{
		{"four times the cache", 32 * mib, math.MaxInt64, 128 * mib},
		{"a small cache", mib, math.MaxInt64, leastFootprint},
		{"a huge cache", 1024 * mib, math.MaxInt64, mostFootprint},
		{"cache unknown", 0, math.MaxInt64, blindFootprint},
		{"free memory unknown", 300 * mib, -1, blindFootprint},
		{"an eighth of what is free", 32 * mib, 512 * mib, 64 * mib},
		{"nothing free", 32 * mib, 0, 0},
	} {
		if got := footprint(c.cache, c.free); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

// tree writes files below a folder of its own.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// TestLastLevelCache: two sockets of two processors each share a cache of 8 MiB, which counts once for each socket.
func TestLastLevelCache(t *testing.T) {
	files := map[string]string{}
	for cpu, shared := range []string{"0-1", "0-1", "2-3", "2-3"} {
		dir := "cpu" + string(rune('0'+cpu)) + "/cache/"
		files[dir+"index0/level"], files[dir+"index0/size"], files[dir+"index0/shared_cpu_list"] = "1", "32K", string(rune('0'+cpu))
		files[dir+"index3/level"], files[dir+"index3/size"], files[dir+"index3/shared_cpu_list"] = "3", "8192K", shared
	}
	if got := lastLevelCache(tree(t, files)); got != 16*mib {
		t.Errorf("%d, want %d", got, 16*mib)
	}
	if got := lastLevelCache(tree(t, map[string]string{"cpu0/cache/index0/level": "what"})); got != 0 {
		t.Errorf("a level that is none: %d, want 0", got)
	}
	if got := lastLevelCache(t.TempDir()); got != 0 {
		t.Errorf("no processors: %d, want 0", got)
	}
}

func TestCacheSize(t *testing.T) {
	for text, want := range map[string]int64{"32K": 32 * kib, "300M": 300 * mib, "512": 512, "": 0, "K": 0, "-1K": 0, "99999999999999999999K": 0} {
		if got := cacheSize(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func TestFreeMemory(t *testing.T) {
	meminfo := "MemTotal: 2000 kB\nMemAvailable: 1000 kB"
	for _, c := range []struct {
		name  string
		files map[string]string
		want  int64
	}{
		{"no system files", nil, -1},
		{"no container", map[string]string{"proc/meminfo": meminfo}, 1000 * kib},
		{"no limit", map[string]string{"proc/meminfo": meminfo, "sys/fs/cgroup/memory.max": "max"}, 1000 * kib},
		{"a limit", map[string]string{"proc/meminfo": meminfo, "sys/fs/cgroup/memory.max": "5000", "sys/fs/cgroup/memory.current": "1000"}, 4000},
		{"over the limit", map[string]string{"proc/meminfo": meminfo, "sys/fs/cgroup/memory.max": "5000", "sys/fs/cgroup/memory.current": "6000"}, 0},
		{"the first version", map[string]string{"proc/meminfo": meminfo, "sys/fs/cgroup/memory/memory.limit_in_bytes": "7000"}, 7000},
		{"no number", map[string]string{"proc/meminfo": "MemAvailable: many kB"}, -1},
		{"a number too large", map[string]string{"proc/meminfo": "MemAvailable: 9223372036854775807 kB"}, math.MaxInt64},
	} {
		if got := freeMemory(tree(t, c.files)); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}
