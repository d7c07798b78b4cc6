package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"
)

// A forge is what GitHub and GitLab are to the scripts: comments on one pull request, number 7 of repository o/r
// and project 42. A page of GitHub has two comments, so that there are several.
type forge struct {
	*httptest.Server
	mu        sync.Mutex
	comments  []forgeComment
	pulls     []forgePull
	artifacts map[string]string // by RUN/NAME
	writes    int               // requests that changed something
	refuse    bool              // whatever would change something
}

type forgeComment struct {
	ID     int
	Author string
	Body   string
}

type forgePull struct {
	Number     int
	Owner, Ref string
	SHA        string
}

const (
	forgeToken = "ghs_16C7e42F292c6912E7710c838347Ae178B4a"
	forgeBot   = "github-actions[bot]"
	forgeMost  = 65536 // characters of a comment on GitHub
)

func newForge(t *testing.T) *forge {
	t.Helper()
	f := &forge{artifacts: make(map[string]string)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /repos/o/r/issues/7/comments", f.githubList)
	mux.HandleFunc("POST /repos/o/r/issues/7/comments", f.write)
	mux.HandleFunc("PATCH /repos/o/r/issues/comments/{id}", f.write)
	mux.HandleFunc("GET /repos/o/r/pulls", f.githubPulls)
	mux.HandleFunc("GET /artifacts/o/r/{run}/{name}", f.artifact)
	mux.HandleFunc("GET /api/v4/user", func(w http.ResponseWriter, r *http.Request) { f.answer(w, map[string]any{"id": 99}) })
	mux.HandleFunc("GET /api/v4/projects/42/merge_requests/7/notes", f.gitlabList)
	mux.HandleFunc("POST /api/v4/projects/42/merge_requests/7/notes", f.write)
	mux.HandleFunc("PUT /api/v4/projects/42/merge_requests/7/notes/{id}", f.write)
	f.Server = httptest.NewServer(f.authorized(mux))
	t.Cleanup(f.Close)
	return f
}

// authorized refuses requests without the token.
func (f *forge) authorized(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.mu.Lock()
		defer f.mu.Unlock()
		if r.Header.Get("Authorization") != "token "+forgeToken && r.Header.Get("PRIVATE-TOKEN") != forgeToken {
			http.Error(w, "bad credentials", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (f *forge) answer(w io.Writer, v any) { json.NewEncoder(w).Encode(v) }

func (f *forge) githubList(w http.ResponseWriter, r *http.Request) {
	const size = 2
	page, _ := strconv.Atoi(r.URL.Query().Get("page"))
	from, to := min(page*size, len(f.comments)), min((page+1)*size, len(f.comments))
	if to < len(f.comments) {
		w.Header().Set("X-Next", fmt.Sprintf("repos/o/r/issues/7/comments?page=%d", page+1))
	}
	list := []any{}
	for _, c := range f.comments[from:to] {
		list = append(list, map[string]any{"id": c.ID, "body": c.Body, "user": map[string]any{"login": c.Author}})
	}
	f.answer(w, list)
}

func (f *forge) gitlabList(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	page, _ := strconv.Atoi(query.Get("page"))
	size, _ := strconv.Atoi(query.Get("per_page"))
	from, to := min((page-1)*size, len(f.comments)), min(page*size, len(f.comments))
	list := []any{}
	for _, c := range f.comments[from:to] {
		id := 1
		if c.Author == forgeBot {
			id = 99
		}
		list = append(list, map[string]any{"id": c.ID, "body": c.Body, "author": map[string]any{"id": id}})
	}
	f.answer(w, list)
}

// githubPulls ignores a head that is not OWNER:REF, as GitHub does.
func (f *forge) githubPulls(w http.ResponseWriter, r *http.Request) {
	owner, ref, filter := strings.Cut(r.URL.Query().Get("head"), ":")
	list := []any{}
	for _, p := range f.pulls {
		if !filter || p.Owner == owner && p.Ref == ref {
			list = append(list, map[string]any{"number": p.Number, "head": map[string]any{"sha": p.SHA}})
		}
	}
	f.answer(w, list)
}

func (f *forge) artifact(w http.ResponseWriter, r *http.Request) {
	text, ok := f.artifacts[r.PathValue("run")+"/"+r.PathValue("name")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	io.WriteString(w, text)
}

// write creates or changes a comment.
func (f *forge) write(w http.ResponseWriter, r *http.Request) {
	var in struct{ Body string }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if f.refuse {
		http.Error(w, "resource not accessible by integration", http.StatusForbidden)
		return
	}
	if utf8.RuneCountInString(in.Body) > forgeMost {
		http.Error(w, "body is too long (maximum is 65536 characters)", http.StatusUnprocessableEntity)
		return
	}
	f.writes++
	if id, _ := strconv.Atoi(r.PathValue("id")); id > 0 {
		i := slices.IndexFunc(f.comments, func(c forgeComment) bool { return c.ID == id })
		if i < 0 {
			http.NotFound(w, r)
			return
		}
		f.comments[i].Body = in.Body
	} else {
		f.comments = append(f.comments, forgeComment{ID: 1000 + len(f.comments), Author: forgeBot, Body: in.Body})
		w.WriteHeader(http.StatusCreated)
	}
	f.answer(w, map[string]any{})
}

// own are the bodies of the comments that the bot has written.
func (f *forge) own() (bodies []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range f.comments {
		if c.Author == forgeBot {
			bodies = append(bodies, c.Body)
		}
	}
	return bodies
}

// apiURL is where GitLab's API is.
func (f *forge) apiURL() string {
	u, _ := url.JoinPath(f.URL, "api", "v4")
	return u
}
