package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/textproto"
	"os"
	"reflect"
)

// request is what every contestant is asked.
type request struct {
	header http.Header
	body   []byte
}

// answer is what a server said, its body as it was sent.
type answer struct {
	contentType, encoding string
	body                  []byte
}

func readRequest(file string) (request, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return request{}, err
	}
	in := bufio.NewReader(bytes.NewReader(b))
	header, err := textproto.NewReader(in).ReadMIMEHeader()
	if err != nil {
		return request{}, fmt.Errorf("%s: %w; expected headers, an empty line, the body", file, err)
	}
	body, err := io.ReadAll(in)
	return request{http.Header(header), bytes.TrimSpace(body)}, err
}

// answerOfAll returns the answer of the first server, given that those of all others are
// equal to it.
func (r request) answerOfAll(urls []string) (*answer, error) {
	var first *answer
	var want any
	for _, url := range urls {
		a, err := r.ask(url)
		if err != nil {
			return nil, err
		}
		got, err := a.decoded()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", url, err)
		}
		if first == nil {
			first, want = a, got
		}
		if !reflect.DeepEqual(got, want) {
			return nil, fmt.Errorf("%s and %s answer differently", urls[0], url)
		}
	}
	return first, nil
}

func (r request) ask(url string) (*answer, error) {
	q, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(r.body))
	if err != nil {
		return nil, err
	}
	q.Header = r.header.Clone()
	// What is compressed stays so.
	client := http.Client{Transport: &http.Transport{DisableCompression: true, DisableKeepAlives: true}}
	response, err := client.Do(q)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	a := &answer{response.Header.Get("Content-Type"), response.Header.Get("Content-Encoding"), body}
	switch accepted := r.header.Get("Accept-Encoding"); {
	case response.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("%s: status %s: %.300s", url, response.Status, body)
	case a.encoding != accepted:
		return nil, fmt.Errorf("%s: its Content-Encoding is %q, expected the accepted %q", url, a.encoding, accepted)
	}
	return a, nil
}

// decoded returns the JSON of an answer with a result, compressed or not.
func (a *answer) decoded() (map[string]any, error) {
	var in io.Reader = bytes.NewReader(a.body)
	if a.encoding == "gzip" {
		var err error
		if in, err = gzip.NewReader(in); err != nil {
			return nil, err
		}
	}
	whole, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	var v map[string]any
	if err := json.Unmarshal(whole, &v); err != nil {
		return nil, err
	}
	if v["result"] == nil {
		return nil, fmt.Errorf("it has no result: %.300s", whole)
	}
	return v, nil
}
