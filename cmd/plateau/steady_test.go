package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// steadyOutput is what plateau steady -format json prints. Pointers tell null.
type steadyOutput struct {
	Plateau int
	Series  []struct {
		ID           *string
		N            *int
		Class        *string
		Start, Stop  *int
		Confidence   *float64
		Changepoints *[]int
	}
}

func steadyJSON(t *testing.T, args ...string) steadyOutput {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if status := run(append([]string{"steady", "-format", "json"}, args...), nil, &stdout, &stderr); status != exitFine || stderr.Len() > 0 {
		t.Fatalf("exit status %d\n%s", status, stderr.String())
	}
	var out steadyOutput
	if err := json.Unmarshal(stdout.Bytes(), &out); err != nil {
		t.Fatal(err)
	}
	if out.Plateau != 1 {
		t.Errorf(`"plateau": %d`, out.Plateau)
	}
	return out
}

// What is written is what is documented, whichever rule answers.
func TestSteadyJSON(t *testing.T) {
	classes := " flat warmup slowdown cycle nosteady short "
	for _, online := range []string{"-online=false", "-online"} {
		out := steadyJSON(t, online, "testdata/in/series.jsonl", "testdata/in/curve.txt", "testdata/in/shop.bench")
		want := []string{"cache@0", "cache@1", "leak", "curve@0", "BenchmarkGet-2@0"}
		for i, s := range out.Series {
			if s.ID == nil || s.N == nil || s.Class == nil || s.Start == nil || s.Stop == nil || s.Confidence == nil || s.Changepoints == nil {
				t.Fatalf("series %d lacks a field", i)
			}
			if i < len(want) && *s.ID != want[i] {
				t.Errorf("series %d is %s, want %s", i, *s.ID, want[i])
			}
			if !strings.Contains(classes, " "+*s.Class+" ") {
				t.Errorf("%s: class %s", *s.ID, *s.Class)
			}
			if *s.Start < -1 || *s.Start >= *s.Stop || *s.Stop > *s.N || (*s.Class == "nosteady") != (*s.Start == -1) {
				t.Errorf("%s: %s from %d to %d of %d", *s.ID, *s.Class, *s.Start, *s.Stop, *s.N)
			}
			if *s.Confidence < 0 || *s.Confidence > 1 {
				t.Errorf("%s: confidence %v", *s.ID, *s.Confidence)
			}
			last := 0
			for _, c := range *s.Changepoints {
				if c <= last || c >= *s.N {
					t.Errorf("%s: changepoints %v", *s.ID, *s.Changepoints)
				}
				last = c
			}
		}
		if len(out.Series) != 4+6+6+2 {
			t.Errorf("%d series", len(out.Series))
		}
	}
}

// A curve that falls to its level within a hundred values is a warm-up, and one that
// climbs from the first value to the last has no steady part.
func TestSteadyAnswers(t *testing.T) {
	for _, s := range steadyJSON(t, "testdata/in/series.jsonl").Series {
		switch *s.ID {
		case "leak":
			if *s.Class != "nosteady" {
				t.Errorf("leak: %s", *s.Class)
			}
		default:
			if *s.Class != "warmup" || *s.Start < 100 || *s.Start > 300 {
				t.Errorf("%s: %s from %d", *s.ID, *s.Class, *s.Start)
			}
		}
	}
}

func TestSteadyText(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if status := run([]string{"steady", "testdata/in/curve.txt"}, nil, &stdout, &stderr); status != exitFine {
		t.Fatalf("exit status %d\n%s", status, stderr.String())
	}
	lines := strings.Split(stdout.String(), "\n")
	if f := strings.Fields(lines[1]); len(f) != 7 || strings.Join(f[:5], " ") != "curve@0 50 warmup 4 50" {
		t.Errorf("%q", lines[1])
	}
}
