package e2e

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// checkPage returns what is wrong with the layout of a page: text that touches other text of the same figure, what reaches beyond the
// window, contrast below 4.5:1 (WCAG 2.2, 1.4.3), headings that skip a level, and figures without a name or without a table.
const checkPage = `(() => {
  const bad = [];
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) bad.push('the page is ' + document.documentElement.scrollWidth + ' wide, the window ' + width);
  const shown = e => e.checkVisibility() && e.getClientRects().length > 0 && getComputedStyle(e).clipPath === 'none';
  const texts = root => {
    const list = [];
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let n; n = walk.nextNode();) {
      const e = n.parentElement;
      const head = e.closest('thead'); // where rows are lists it is there for screen readers alone
      if (!n.data.trim() || e.closest('title, desc, style, .skip') || !shown(e) || head && getComputedStyle(head).clipPath !== 'none') continue;
      const range = document.createRange();
      range.selectNodeContents(n);
      for (const r of range.getClientRects()) if (r.width > 0) list.push({text: n.data.trim(), r, e});
    }
    return list;
  };
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const all = texts(document.body);
  for (const t of all)
    if (t.r.left < -0.5 || t.r.right > width + 0.5) bad.push('beyond the window: ' + t.text + ' from ' + t.r.left + ' to ' + t.r.right);
  for (const f of document.querySelectorAll('.block, header, .chips, .figures')) {
    const list = texts(f);
    for (let i = 0; i < list.length; i++)
      for (let j = i + 1; j < list.length; j++)
        if (meet(list[i].r, list[j].r)) bad.push('overlap: ' + list[i].text + ' and ' + list[j].text);
  }
  for (const s of document.querySelectorAll('.plot > svg')) {
    if (!shown(s)) continue;
    const r = s.getBoundingClientRect(), c = s.closest('.block').getBoundingClientRect();
    if (r.width < 60) bad.push('a figure of ' + r.width + ' pixels: ' + s.getAttribute('aria-label'));
    if (r.left < c.left - 0.5 || r.right > c.right + 0.5) bad.push('a figure beyond its block: ' + s.getAttribute('aria-label'));
    if (s.getAttribute('role') !== 'img' || !s.getAttribute('aria-label')) bad.push('a figure without a name');
    if (!s.closest('.block').querySelector('table')) bad.push('a figure without a table: ' + s.getAttribute('aria-label'));
  }
  const light = c => { const [r, g, b] = c.match(/[\d.]+/g).map(x => (x /= 255) <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const behind = e => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; if (c && !/, 0\)$|transparent/.test(c)) return c; } return 'rgb(255, 255, 255)'; };
  const told = new Set();
  for (const t of all) {
    const style = getComputedStyle(t.e), ink = t.e.namespaceURI.endsWith('svg') ? style.fill : style.color;
    const a = light(ink), b = light(behind(t.e)), ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5 && !told.has(ink)) { told.add(ink); bad.push('contrast ' + ratio.toFixed(2) + ' of ' + ink + ': ' + t.text); }
  }
  let level = 0;
  for (const h of document.querySelectorAll('h1, h2, h3, h4, h5')) {
    const l = +h.tagName[1];
    if (l > level + 1) bad.push('h' + l + ' after h' + level + ': ' + h.textContent);
    level = l;
  }
  const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
  if (new Set(ids).size < ids.length) bad.push('an id twice');
  for (const a of document.querySelectorAll('a[href^="#"]')) if (!document.getElementById(a.getAttribute('href').slice(1))) bad.push('a link to nowhere: ' + a.href);
  if (document.scripts.length > 0) bad.push('a script');
  return [...new Set(bad)].slice(0, 20);
})()`

// hostile are names that are markup, scripts, very long, or in scripts of other directions. Go test prints none of them, but a file may
// have them.
func hostileFile(t *testing.T) string {
	var text strings.Builder
	names := []string{
		`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `</style><h1>owned</h1>`, `</svg><script>alert(2)</script>`, `&lt;already&gt;`,
		`javascript:alert(3)`, strings.Repeat("very", 60), strings.Repeat("длинное-имя", 12), "עברית\u202eright-to-left", "{{.Title}}", "a\tb",
	}
	for i, name := range names {
		for run := range 3 {
			fmt.Fprintf(&text, `{"id": %q, "ns": [`, fmt.Sprintf("%s@%d", name, run))
			for k := range 300 {
				if k > 0 {
					text.WriteByte(',')
				}
				fmt.Fprint(&text, (1000+i*100)+k*k%977+run*10+1000*(k%50/49*40))
			}
			text.WriteString("]}\n")
		}
	}
	file := filepath.Join(t.TempDir(), "hostile.jsonl")
	if err := os.WriteFile(file, []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// page writes what a command prints to a file.
func page(t *testing.T, args ...string) string {
	t.Helper()
	if buildErr != nil {
		t.Fatal(buildErr)
	}
	cmd := exec.Command(plateau, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("plateau %q: %v\n%s", args, err, stderr.Bytes())
	}
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, out, 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// Reports and comparisons look right in a real browser: nothing overlaps and nothing is cut off at 1280 and 400 pixels, light and dark, and at
// the widths where the layout changes; on paper; folded and with everything unfolded, and the console stays empty. PLATEAU_SCREENSHOTS names a directory for pictures.
func TestHTMLInBrowser(t *testing.T) {
	b := startBrowser(t)
	in := filepath.Join(checkout, "cmd", "plateau", "testdata", "in")
	pages := map[string]string{
		"report":  page(t, "report", "-format", "html", filepath.Join(in, "shop.bench"), filepath.Join(in, "serve.txt"), filepath.Join(in, "page.txt")),
		"compare": page(t, "compare", "-format", "html", filepath.Join(in, "old.bench"), filepath.Join(in, "new.bench")),
		"lines":   page(t, "compare", "-format", "html", filepath.Join(in, "serve.txt"), filepath.Join(in, "serve-new.txt")),
		"gate":    page(t, "gate", "-format", "html", "-paired", "-max", "req/s=-60%", "-max", "ns/op=50ms", filepath.Join(in, "serve.txt"), filepath.Join(in, "serve-new.txt")),
		"hostile": page(t, "report", "-format", "html", hostileFile(t)),
		"machine": page(t, "report", "-format", "html", machineFile(t)),
	}
	defer func() { b.t = t }()
	for name, file := range pages {
		t.Run(name+"/print", func(t *testing.T) {
			b.t, b.said = t, nil
			b.open(file, 794, "dark") // A4 at 96 pixels an inch
			b.do("Emulation.setEmulatedMedia", map[string]any{"media": "print"}, nil)
			b.expectGood()
			b.do("Emulation.setEmulatedMedia", map[string]any{"media": ""}, nil)
		})
		t.Run(name+"/keyboard", func(t *testing.T) {
			b.t, b.said = t, nil
			b.open(file, 1280, "light")
			b.expectFocus()
		})
		for _, width := range []int{360, 400, 759, 760, 900, 1040, 1180, 1280, 1920} {
			for _, scheme := range []string{"light", "dark"} {
				if width != 400 && width != 1280 && (scheme == "dark" || name != "report" && name != "machine") {
					continue
				}
				t.Run(fmt.Sprintf("%s/%d/%s", name, width, scheme), func(t *testing.T) {
					b.t, b.said = t, nil
					b.open(file, width, scheme)
					if dir := os.Getenv("PLATEAU_SCREENSHOTS"); dir != "" {
						b.screenshot(filepath.Join(dir, fmt.Sprintf("%s-%d-%s.png", name, width, scheme)))
					}
					for _, unfold := range []string{"0", "document.querySelectorAll('details').forEach(d => d.open = true) || 0"} {
						var n int
						b.evaluate(unfold, &n)
						b.expectGood()
					}
				})
			}
		}
	}
}

// expectGood checks the page as it is shown, and that the browser had nothing to say about it.
func (b *browser) expectGood() {
	b.t.Helper()
	var bad []string
	b.evaluate(checkPage, &bad)
	for _, what := range bad {
		b.t.Error(what)
	}
	for _, what := range b.said {
		b.t.Error("the browser says:", what)
	}
	b.said = nil
}

// expectFocus goes through the page with the tabulator key: all that can be followed or unfolded gets its turn, and is seen to have it.
func (b *browser) expectFocus() {
	b.t.Helper()
	var stops int
	b.evaluate("[...document.querySelectorAll('a, summary')].filter(e => e.checkVisibility()).length", &stops)
	seen := make(map[int]bool)
	for range stops {
		for _, kind := range []string{"rawKeyDown", "keyUp"} {
			b.do("Input.dispatchKeyEvent", map[string]any{"type": kind, "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9}, nil)
		}
		var at struct {
			Index          int
			Outline, Width string
			Left           float64
		}
		b.evaluate(`(() => { const e = document.activeElement, s = getComputedStyle(e);
			return {index: [...document.querySelectorAll('a, summary')].indexOf(e), outline: s.outlineStyle, width: s.outlineWidth, left: e.getBoundingClientRect().left}; })()`, &at)
		if seen[at.Index] || at.Index < 0 {
			b.t.Errorf("the focus is at %d for the second time, or nowhere, after %d of %d", at.Index, len(seen), stops)
			return
		}
		seen[at.Index] = true
		if at.Outline == "none" || at.Width == "0px" || at.Left < 0 {
			b.t.Errorf("nobody sees that the focus is at %d: %+v", at.Index, at)
		}
	}
}

// The check finds what it looks for.
func TestPageCheck(t *testing.T) {
	b := startBrowser(t)
	file := filepath.Join(t.TempDir(), "bad.html")
	const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>x</title></head><body style="width: 1500px">
<h1>a</h1><h3>b</h3><div class="block" id="i"><p style="color: #999" id="i">grey</p><p style="position: absolute; left: 1270px">beyond</p>
<div class="plot" style="width: 200px"><svg width="200" height="50"><text x="0" y="20">hello</text><text x="10" y="20">world</text></svg></div>
<div class="plot"><svg role="img" aria-label="far" width="3000" height="5"></svg></div></div><a href="#nowhere">link</a>
<script>console.log("said"); fetch("http://192.0.2.1/").catch(() => 0)</script></body></html>`
	if err := os.WriteFile(file, []byte(page), 0o666); err != nil {
		t.Fatal(err)
	}
	b.open(file, 1280, "light")
	var bad []string
	b.evaluate(checkPage, &bad)
	all := strings.Join(append(bad, b.said...), "\n")
	for _, want := range []string{
		"wide, the window 1280", "beyond the window: beyond", "overlap: hello and world", "a figure without a name", "a figure without a table", "a figure beyond its block: far",
		"contrast 2.85", "h3 after h1", "an id twice", "a link to nowhere", "a script", `"said"`, "a request for http://192.0.2.1/",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("not found: %s in\n%s", want, all)
		}
	}
}
