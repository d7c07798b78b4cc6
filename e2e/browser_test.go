package e2e

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// browsers are the names under which Chromium is installed.
var browsers = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "headless_shell", "chrome"}

// A browser is a headless Chromium with one page, driven by the DevTools protocol over a pair of pipes
// (https://chromedevtools.github.io/devtools-protocol/): requests and answers are JSON, each behind it a zero byte.
type browser struct {
	t       *testing.T
	to      *os.File
	answers *bufio.Reader
	session string
	last    int
	// said are messages of the console and of the browser's log, and exceptions.
	said []string
}

// A message is a request, an answer or an event.
type message struct {
	ID        int             `json:"id,omitempty"`
	Method    string          `json:"method,omitempty"`
	SessionID string          `json:"sessionId,omitempty"`
	Params    json.RawMessage `json:"params,omitempty"`
	Result    json.RawMessage `json:"result,omitempty"`
	Error     *struct {
		Message string `json:"message"`
	} `json:"error,omitempty"`
}

// startBrowser starts a browser for a test, which is skipped where there is none.
func startBrowser(t *testing.T) *browser {
	t.Helper()
	path := ""
	for _, name := range browsers {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skipf("no browser: none of %q is in PATH", browsers)
	}
	toChild, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	from, fromChild, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Minute)
	// The pages are our own, and root, as which containers run, gets no sandbox.
	cmd := exec.CommandContext(ctx, path, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
		"--no-first-run", "--disable-background-networking", "--remote-debugging-pipe", "--user-data-dir="+t.TempDir(), "about:blank")
	cmd.ExtraFiles = []*os.File{toChild, fromChild} // descriptors 3 and 4
	cmd.WaitDelay = 5 * time.Second
	if err := cmd.Start(); err != nil {
		t.Skip("the browser does not start here:", err)
	}
	toChild.Close()
	fromChild.Close()
	b := &browser{t: t, to: to, answers: bufio.NewReaderSize(from, 1<<20)}
	t.Cleanup(func() {
		to.Write([]byte(`{"id":1000000,"method":"Browser.close"}` + "\x00"))
		to.Close()
		time.AfterFunc(10*time.Second, cancel)
		cmd.Wait()
		cancel()
		from.Close()
	})
	var target struct{ TargetID string }
	b.do("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	b.do("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Log", "Network"} {
		b.do(domain+".enable", nil, nil)
	}
	return b
}

// do sends a request and waits for its answer.
func (b *browser) do(method string, params, result any) {
	b.t.Helper()
	b.last++
	request := map[string]any{"id": b.last, "method": method}
	if params != nil {
		request["params"] = params
	}
	if b.session != "" {
		request["sessionId"] = b.session
	}
	data, err := json.Marshal(request)
	if err == nil {
		_, err = b.to.Write(append(data, 0))
	}
	if err != nil {
		b.t.Fatalf("%s: %v", method, err)
	}
	answer, err := b.until(func(m message) bool { return m.ID == b.last })
	if err == nil && answer.Error != nil {
		err = errors.New(answer.Error.Message)
	}
	if err == nil && result != nil {
		err = json.Unmarshal(answer.Result, result)
	}
	if err != nil {
		b.t.Fatalf("%s: %v", method, err)
	}
}

// until reads messages until one is as wanted.
func (b *browser) until(is func(message) bool) (message, error) {
	for {
		data, err := b.answers.ReadBytes(0)
		if err != nil {
			return message{}, fmt.Errorf("the browser went away: %w", err)
		}
		var m message
		if err := json.Unmarshal(data[:len(data)-1], &m); err != nil {
			return message{}, err
		}
		switch m.Method {
		case "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded":
			b.said = append(b.said, string(m.Params))
		case "Network.requestWillBeSent":
			var p struct{ Request struct{ URL string } }
			json.Unmarshal(m.Params, &p)
			if u, err := url.Parse(p.Request.URL); err != nil || u.Scheme != "file" && u.Scheme != "data" && u.Scheme != "about" {
				b.said = append(b.said, "a request for "+p.Request.URL)
			}
		}
		if is(m) {
			return m, nil
		}
	}
}

// open shows a file in a window of some width, light or dark.
func (b *browser) open(file string, width int, scheme string) {
	b.t.Helper()
	path, err := filepath.Abs(file)
	if err != nil {
		b.t.Fatal(err)
	}
	b.do("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false}, nil)
	b.do("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
	b.do("Page.navigate", map[string]any{"url": (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()}, nil)
	if _, err := b.until(func(m message) bool { return m.Method == "Page.loadEventFired" }); err != nil {
		b.t.Fatal(err)
	}
}

// evaluate runs a script in the page and decodes what it returns.
func (b *browser) evaluate(script string, result any) {
	b.t.Helper()
	var out struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails json.RawMessage
	}
	b.do("Runtime.evaluate", map[string]any{"expression": script, "returnByValue": true}, &out)
	if out.ExceptionDetails != nil {
		b.t.Fatalf("script: %s", out.ExceptionDetails)
	}
	if err := json.Unmarshal(out.Result.Value, result); err != nil {
		b.t.Fatalf("script returned %s: %v", out.Result.Value, err)
	}
}

// screenshot writes the whole page to a file.
func (b *browser) screenshot(file string) {
	b.t.Helper()
	var out struct{ Data []byte }
	b.do("Page.captureScreenshot", map[string]any{"format": "png", "captureBeyondViewport": true}, &out)
	if err := os.WriteFile(file, out.Data, 0o666); err != nil {
		b.t.Fatal(err)
	}
}
