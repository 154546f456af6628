package discovery

import (
	"bytes"
	"context"
	"encoding/json"
	"path"
	"strings"

	"skillpack/internal/parallel"
	"skillpack/internal/protocol"
)

const (
	wellKnown = ".well-known/agent-skills"
	schema    = "https://schemas.agentskills.io/discovery/0.2.0/schema.json"
)

type indexDocument struct {
	Schema string     `json:"$schema"`
	Skills []indexRow `json:"skills"`
}

type indexRow struct {
	Name        string `json:"name"`
	Type        string `json:"type"`
	Description string `json:"description"`
	URL         string `json:"url"`
	Digest      string `json:"digest"`
}

// index is the index of RFC v0.2.0.
func (sc scope) index() File {
	return File{Path: path.Join(sc.dir, wellKnown, indexName), Type: jsonType, Size: -1, Kind: Index, Bytes: func() ([]byte, error) {
		digests, err := digests(sc.skills)
		if err != nil {
			return nil, err
		}
		rows := make([]indexRow, len(sc.skills))
		for i, k := range sc.skills {
			kind := "archive"
			if k.single() {
				kind = "skill-md"
			}
			rows[i] = indexRow{k.name, kind, k.description, sc.url(k), digests[i]}
		}
		return encode(indexDocument{schema, rows})
	}}
}

// url returns the URL of a skill's artifact, relative to that of the index.
func (sc scope) url(k *entry) string {
	if k.home == sc.dir {
		return k.artifactPath()
	}
	down := strings.TrimPrefix(strings.TrimPrefix(k.home, sc.dir), "/")
	return "../../" + protocol.EncodePath(path.Join(down, wellKnown, k.artifactPath()))
}

// digests returns the digests of the skills' artifacts.
func digests(skills []*entry) ([]string, error) {
	found := make([]string, len(skills))
	err := parallel.Each(context.Background(), len(skills), func(i int) (err error) {
		found[i], err = skills[i].digest()
		return err
	})
	return found, err
}

// encode writes a document that people can read too.
func encode(document any) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(document)
	return out.Bytes(), err
}
