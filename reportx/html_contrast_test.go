package reportx

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// luminance is the relative luminance of #rgb or #rrggbb (WCAG 2.2).
func luminance(t *testing.T, color string) float64 {
	t.Helper()
	hex := strings.TrimPrefix(color, "#")
	if len(hex) == 3 {
		hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	}
	n, err := strconv.ParseUint(hex, 16, 32)
	if err != nil || len(hex) != 6 {
		t.Fatalf("%q is no colour", color)
	}
	linear := func(shift uint) float64 {
		x := float64(n>>shift&255) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(16) + 0.7152*linear(8) + 0.0722*linear(0)
}

func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// Text has a contrast of at least 4.5:1 (WCAG 2.2, 1.4.3), and what figures draw one of 3:1 (1.4.11), light, dark and on paper.
func TestHTMLContrast(t *testing.T) {
	if got := contrast(t, "#777", "#ffffff"); math.Abs(got-4.48) > 0.005 { // https://webaim.org/articles/contrast/
		t.Fatalf("#777 on white: %v", got)
	}
	style, err := htmlFiles.ReadFile("html/style.css")
	if err != nil {
		t.Fatal(err)
	}
	schemes := regexp.MustCompile(`:root \{([^}]*)\}`).FindAllSubmatch(style, -1)
	if len(schemes) != 3 {
		t.Fatalf("%d schemes", len(schemes))
	}
	for i, name := range []string{"light", "dark", "paper"} {
		colors := make(map[string]string)
		for _, m := range regexp.MustCompile(`--([a-z]+): (#[0-9a-f]+);`).FindAllSubmatch(schemes[i][1], -1) {
			colors[string(m[1])] = string(m[2])
		}
		for _, c := range []struct {
			least float64
			of    string
		}{{4.5, "ink mute data odd old worse better unsure"}, {3, "run band oddband warm focus"}} {
			for _, of := range strings.Fields(c.of) {
				for _, on := range []string{"page", "card"} {
					if got := contrast(t, colors[of], colors[on]); got < c.least && (c.least > 3 || on == "card") {
						t.Errorf("%s: %s on %s has %.2f, needs %v", name, of, on, got, c.least)
					}
				}
			}
		}
	}
}
