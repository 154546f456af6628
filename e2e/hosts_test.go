package e2e

import (
	"net/http"
	"os"
	"path/filepath"
)

// notFoundPage makes a web host answer with the 404 page of a site where it has no file.
func notFoundPage(dir string) func(http.Handler) http.Handler {
	return func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(r.URL.Path))); err == nil {
				h.ServeHTTP(w, r)
				return
			}
			page, err := os.ReadFile(filepath.Join(dir, "404.html"))
			if err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.WriteHeader(http.StatusNotFound)
			_, _ = w.Write(page)
		})
	}
}
