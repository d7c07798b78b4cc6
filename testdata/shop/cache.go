package shop

import (
	"container/list"
	"sync"
)

// cache keeps the pages that were asked for last.
type cache struct {
	mu    sync.Mutex
	limit int
	order *list.List // of entry, the one used last in front
	byID  map[int]*list.Element
}

type entry struct {
	id   int
	page []byte
}

func newCache(limit int) *cache {
	return &cache{limit: max(1, limit), order: list.New(), byID: make(map[int]*list.Element)}
}

// get returns a page, which the caller must not modify, and whether it was there.
func (c *cache) get(id int) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byID[id]
	if !ok {
		return nil, false
	}
	c.order.MoveToFront(e)
	return e.Value.(entry).page, true
}

// put stores a page, in the place of the one that was not asked for longest when the cache is full.
func (c *cache) put(id int, page []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.byID[id]; ok { // another request rendered it meanwhile
		e.Value = entry{id, page}
		c.order.MoveToFront(e)
		return
	}
	c.byID[id] = c.order.PushFront(entry{id, page})
	if c.order.Len() > c.limit {
		last := c.order.Back()
		delete(c.byID, last.Value.(entry).id)
		c.order.Remove(last)
	}
}
