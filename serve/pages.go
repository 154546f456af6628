package serve

import "net/http"

// pages answers what is not the endpoint.
func (s *Server) pages() http.Handler {
	if s.options.Pages == nil {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "404 not found; the protocol is at "+Endpoint, http.StatusNotFound)
		})
	}
	h := toldOf(s.options.Pages)
	if guard := s.options.Guard; guard != nil {
		h = guard(h)
	}
	// No check of Origin: a page only reads, and what other sites may read it says itself.
	return s.observe(s.checkHost(h))
}

// toldOf tells the observer, if there is one, what is asked of pages.
func toldOf(pages http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if o := observedOf(w); o != nil {
			o.call.Door, o.call.Method, o.call.URI = SiteDoor, r.Method, r.URL.Path
		}
		pages.ServeHTTP(w, r)
	})
}
