// Package shop is a small web shop: a JSON API over a catalogue, with a cache of rendered pages.
// It stands for the service that a reader wants to measure and knows nothing of benchmarks.
//
//	GET /products/{id}   the page of one article, 200; 404 for an article that does not exist
//
// A page that is in the cache costs a map look-up. Any other has to be rendered, which compares the article with
// the whole catalogue: about a hundred times the work, and a burst of garbage.
package shop

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
)

// Article is one product in one colour and size.
type Article struct {
	ID     int      `json:"id"` // its index in the catalogue
	Name   string   `json:"name"`
	Colour string   `json:"colour"`
	Size   string   `json:"size"`
	Cents  int      `json:"cents"`
	Tags   []string `json:"tags"`
}

// Page is what the API answers.
type Page struct {
	Article Article   `json:"article"`
	Related []Article `json:"related"` // the most similar first, none of them the article's own product
}

// Shop serves the API. It is safe for use by several goroutines.
type Shop struct {
	articles []Article
	pages    *cache
	mux      *http.ServeMux
}

//go:embed catalogue.json
var catalogue []byte

// Open returns a shop with an empty cache that keeps the given number of pages, at least 1.
func Open(pages int) (*Shop, error) {
	articles, err := parse(catalogue)
	if err != nil {
		return nil, err
	}
	s := &Shop{articles: articles, pages: newCache(pages), mux: http.NewServeMux()}
	s.mux.HandleFunc("GET /products/{id}", s.product)
	return s, nil
}

// parse expands each product of a catalogue into an article for each colour and size.
func parse(data []byte) ([]Article, error) {
	var c struct {
		Colours  []string
		Sizes    []string
		Products []struct {
			Name  string
			Cents int
			Tags  []string
		}
	}
	if err := json.Unmarshal(data, &c); err != nil {
		return nil, fmt.Errorf("read the catalogue: %w", err)
	}
	var articles []Article
	for _, p := range c.Products {
		for _, colour := range c.Colours {
			for _, size := range c.Sizes {
				articles = append(articles, Article{len(articles), p.Name, colour, size, p.Cents, p.Tags})
			}
		}
	}
	return articles, nil
}

// Len returns the number of articles; their IDs are 0 to Len()-1.
func (s *Shop) Len() int { return len(s.articles) }

// ServeHTTP implements [http.Handler].
func (s *Shop) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

func (s *Shop) product(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.Atoi(r.PathValue("id"))
	if err != nil || id < 0 || id >= len(s.articles) {
		http.NotFound(w, r)
		return
	}
	page, ok := s.pages.get(id)
	if !ok {
		if page, err = s.render(id); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		s.pages.put(id, page)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write(page)
}

func (s *Shop) render(id int) ([]byte, error) {
	page, err := json.Marshal(Page{Article: s.articles[id], Related: s.related(id, 8)})
	if err != nil {
		return nil, fmt.Errorf("render article %d: %w", id, err)
	}
	return page, nil
}
