package plateau_test

import (
	"bytes"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"

	"github.com/plateau-bench/plateau/benchx"
	"github.com/plateau-bench/plateau/testdata/shop"
)

// BenchmarkPage measures a real HTTP service: a client on the same machine asks a small web shop for product pages,
// one after the other. The shop renders each page at its first request and keeps the pages asked for last, so that
// three things show that an average hides: a warm-up while the cache fills, a p99 that is a rendered page and not a
// cached one, and above it the pages that also met the garbage collector.
//
// The two lines that plateau needs are those with s.
func BenchmarkPage(b *testing.B) {
	client := open(b, cached)
	next := visitors(client.articles)

	s := benchx.Start(b)
	for b.Loop() {
		if status, err := client.get(next()); err != nil || status != http.StatusOK {
			b.Fatal(status, err)
		}
		s.Lap()
	}
}

// cached is how many pages the benchmark's shop keeps; it has 2,304.
const cached = 300

// visitors returns the articles that people ask for, out of n, which is at least 9. Every ninth is on offer, and 39 of 40
// requests are for one of these; the others are for any article. It is the same sequence every time.
func visitors(n int) (next func() (id int)) {
	r := rand.New(rand.NewPCG(1, 2))
	return func() int {
		if r.IntN(40) == 0 {
			return r.IntN(n)
		}
		return 9 * r.IntN(n/9)
	}
}

// client asks a running shop for pages over one keep-alive connection. It is not safe for concurrent use.
type client struct {
	*http.Client
	products string       // the URL of all products, with a slash at its end
	articles int          // how many there are
	body     bytes.Buffer // of the last answer
}

// open starts a shop that keeps the given number of pages, on a port of the loopback interface, for as long as the
// test or benchmark runs.
func open(tb testing.TB, pages int) *client {
	tb.Helper()
	s, err := shop.Open(pages)
	if err != nil {
		tb.Fatal(err)
	}
	server := httptest.NewServer(s)
	tb.Cleanup(server.Close) // ends the client's connection too
	return &client{Client: server.Client(), products: server.URL + "/products/", articles: s.Len()}
}

// get reads the page of an article into c.body.
func (c *client) get(id int) (status int, err error) {
	answer, err := c.Get(c.products + strconv.Itoa(id))
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	c.body.Reset()
	_, err = io.Copy(&c.body, answer.Body) // to its end, or the connection cannot be used again
	return answer.StatusCode, err
}

func TestPage(t *testing.T) {
	c := open(t, 2)
	var rendered []byte
	for _, id := range []int{7, 7, 100, 200, 7} { // rendered, cached, and rendered again after two others
		status, err := c.get(id)
		if err != nil || status != http.StatusOK {
			t.Fatalf("article %d: %d, %v", id, status, err)
		}
		var page shop.Page
		if err := json.Unmarshal(c.body.Bytes(), &page); err != nil {
			t.Fatalf("article %d: %v", id, err)
		}
		if page.Article.ID != id || len(page.Related) != 8 {
			t.Errorf("article %d: got article %d with %d related ones, want 8", id, page.Article.ID, len(page.Related))
		}
		if id != 7 {
			continue
		}
		if rendered == nil {
			rendered = bytes.Clone(c.body.Bytes())
		} else if !bytes.Equal(c.body.Bytes(), rendered) {
			t.Errorf("article %d: the page changed from\n%s\nto\n%s", id, rendered, c.body.Bytes())
		}
	}
}

func TestPageNotFound(t *testing.T) {
	c := open(t, 1)
	for _, id := range []int{-1, c.articles} {
		if status, err := c.get(id); err != nil || status != http.StatusNotFound {
			t.Errorf("article %d: %d, %v; want 404", id, status, err)
		}
	}
	if status, err := c.get(c.articles - 1); err != nil || status != http.StatusOK {
		t.Errorf("the last article: %d, %v; want 200", status, err)
	}
}

// TestPageConcurrent is for the race detector: several people at once, and a cache that is always full.
func TestPageConcurrent(t *testing.T) {
	one := open(t, 3)
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mine := &client{Client: one.Client, products: one.products, articles: one.articles}
			for id := range 8 {
				if status, err := mine.get(id); err != nil || status != http.StatusOK {
					t.Errorf("article %d: %d, %v", id, status, err)
				}
			}
		}()
	}
	wg.Wait()
}

// TestVisitors holds the benchmark to what it is about: hardly a request finds its page in the cache at first, and nearly
// all do later, but the cache never holds everything that is asked for.
func TestVisitors(t *testing.T) {
	const n = 2304
	next, again := visitors(n), visitors(n)
	seen := make(map[int]bool)
	missed := make(map[int]int) // requests for a new article, by the thousand
	for i := range 5000 {
		id := next()
		if id != again() {
			t.Fatal("the visitors differ from one run to the next")
		}
		if id < 0 || id >= n {
			t.Fatalf("article %d does not exist", id)
		}
		if !seen[id] {
			missed[i/1000]++
		}
		seen[id] = true
	}
	if missed[0] < 200 {
		t.Errorf("%d of the first thousand requests are for a new article, want 200 or more", missed[0])
	}
	for i := 2; i < 5; i++ {
		if missed[i] < 12 || missed[i] > 40 {
			t.Errorf("%d of a thousand requests are for a new article after %d, want 12 to 40", missed[i], 1000*i)
		}
	}
	if len(seen) <= cached {
		t.Errorf("%d articles were asked for, want more than the cache holds, %d", len(seen), cached)
	}
}
