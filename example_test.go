package plateau_test

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strconv"
	"sync"
	"testing"

	"github.com/plateau-bench/plateau/benchx"
	"github.com/plateau-bench/plateau/testdata/shop"
)

// BenchmarkVisit measures a real HTTP service: visitors on the same machine look at four articles of a small web shop, one
// after the other. The shop renders an article's page at its first request and keeps the pages
// asked for last, so that three things show that an average hides: a warm-up while the cache fills, a p99 that is a visit
// which waited for a page to be rendered, and above it the visits that met the garbage collector too.
//
// The two lines that plateau needs are those with s.
func BenchmarkVisit(b *testing.B) {
	client := open(b, cached)
	next := visitors(client.articles)

	s := benchx.Start(b)
	for b.Loop() {
		if err := client.visit(next()); err != nil {
			b.Fatal(err)
		}
		s.Lap()
	}
}

// visitors returns the articles that one visitor after the other looks at, out of n, which is at least 9: every ninth is on
// offer and shown to everybody, but one visitor in forty has been looking for something else. It is the same sequence every
// time.
func visitors(n int) (next func() (ids [4]int)) {
	r := rand.New(rand.NewPCG(1, 2))
	return func() (ids [4]int) {
		for i := range ids {
			ids[i] = 9 * r.IntN(n/9)
		}
		if r.IntN(40) == 0 {
			ids[0] = r.IntN(n)
		}
		return ids
	}
}

// cached is how many pages the benchmark's shop keeps: more than the 256 on offer, less than all 2,304.
const cached = 280

// client asks a running shop for pages, over connections that it keeps.
type client struct {
	http     *http.Client
	products string // the URL of all products, with a slash at its end
	articles int    // how many there are
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
	tb.Cleanup(server.Close) // ends the client's connections too
	c := server.Client()
	c.Transport.(*http.Transport).MaxIdleConnsPerHost = len(visitors(s.Len())())
	return &client{http: c, products: server.URL + "/products/", articles: s.Len()}
}

// visit fetches the pages of all articles, one after the other.
func (c *client) visit(ids [4]int) error {
	for _, id := range ids {
		if _, err := c.get(id); err != nil {
			return err
		}
	}
	return nil
}

// get fetches the page of one article.
func (c *client) get(id int) (page []byte, err error) {
	answer, err := c.http.Get(c.products + strconv.Itoa(id))
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("article %d: %s", id, answer.Status)
	}
	return io.ReadAll(answer.Body)
}

// page fetches the page of one article and reads it.
func (c *client) page(id int) (page shop.Page, err error) {
	data, err := c.get(id)
	if err != nil {
		return page, err
	}
	return page, json.Unmarshal(data, &page)
}

func TestPage(t *testing.T) {
	c := open(t, 2)
	want := shop.Article{ID: 7, Name: "Alpine jacket", Colour: "white", Size: "S", Cents: 18900,
		Tags: []string{"outdoor", "winter", "waterproof", "jacket"}}
	var first shop.Page
	for i, id := range []int{7, 7, 100, 200, 7} { // rendered, cached, and rendered again after two others
		page, err := c.page(id)
		switch {
		case err != nil:
			t.Fatal(err)
		case i == 0:
			first = page
		case id == 7 && !reflect.DeepEqual(page, first):
			t.Errorf("request %d: the page changed from\n%+v\nto\n%+v", i, first, page)
		case page.Article.ID != id:
			t.Errorf("request %d: got article %d, want %d", i, page.Article.ID, id)
		}
	}
	if !reflect.DeepEqual(first.Article, want) {
		t.Errorf("got article\n%+v, want\n%+v", first.Article, want)
	}
	if len(first.Related) != 8 {
		t.Fatalf("%d related articles, want 8", len(first.Related))
	}
	// Three tags in common, and of all those jackets the nearest in price.
	if r := first.Related[0]; r.Name != "Down jacket" || r.Colour != "white" || r.Size != "S" {
		t.Errorf("the most similar article is %+v, want the down jacket in the same colour and size", r)
	}
}

func TestPageMissing(t *testing.T) {
	c := open(t, 1)
	for _, id := range []int{-1, c.articles} {
		if _, err := c.page(id); err == nil || err.Error() != fmt.Sprintf("article %d: 404 Not Found", id) {
			t.Errorf("article %d: error %v, want 404", id, err)
		}
	}
	if page, err := c.page(c.articles - 1); err != nil || page.Article.Name != "Trekking pack" {
		t.Errorf("the last article: %+v, %v", page.Article, err)
	}
}

// TestVisit is for the race detector, too: visitors at the same time, and a cache that is always full.
func TestVisit(t *testing.T) {
	c := open(t, 3)
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if err := c.visit([4]int{0, 1, 2, 0}); err != nil {
				t.Error(err)
			}
		}()
	}
	wg.Wait()
	if err := c.visit([4]int{0, 1, 2, -1}); err == nil {
		t.Error("a visit with a page that does not exist is no error")
	}
}

// TestVisitors holds the benchmark to what it is about: hardly a visitor finds all pages in the cache at first, and nearly
// all visitors do later, but the cache never holds everything that is asked for.
func TestVisitors(t *testing.T) {
	const n = 2304
	next, again := visitors(n), visitors(n)
	seen := make(map[int]bool)
	var waited [4]int // visitors for whom a page was asked for the first time, by the hundred
	for i := range 100 * len(waited) * 5 {
		ids := next()
		if ids != again() {
			t.Fatal("the visitors differ from one run to the next")
		}
		first := false
		for _, id := range ids {
			if id < 0 || id >= n {
				t.Fatalf("article %d does not exist", id)
			}
			first = first || !seen[id]
			seen[id] = true
		}
		if first && i/100 < len(waited) {
			waited[i/100]++
		}
	}
	if waited[0] < 60 || waited[3] > 10 {
		t.Errorf("%v visitors of each hundred waited for a page; want 60 or more at first and 10 or fewer later", waited)
	}
	if len(seen) <= cached {
		t.Errorf("%d articles were asked for, want more than the cache holds, %d", len(seen), cached)
	}
}
