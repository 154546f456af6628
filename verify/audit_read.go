package verify

import (
	"context"
	"encoding/json"
	"fmt"

	"skillpack/catalog"
	"skillpack/internal/protocol"
)

// readFiles reads every listed file once and checks its bytes (H1, P5).
func (a *eraAudit) readFiles(ctx context.Context) {
	files := a.sortedFiles()
	a.tell(func(p *Progress) { p.Files = len(files) })
	parallel(ctx, a.o.Concurrency, files, func(f *auditedFile) {
		data, ok := a.readFile(ctx, f)
		if ok && f.uri == f.owners[0].skill.URI {
			a.compareFront(f, data)
		}
		a.tell(func(p *Progress) {
			p.FilesDone++
			p.Bytes += int64(len(data))
			for _, o := range f.owners {
				if ok {
					o.skill.files++
					o.skill.bytes += int64(len(data))
				}
			}
		})
	})
}

// readFile reads a file and checks it against every entry that lists it. ok is false
// where anything was wrong with it.
func (a *eraAudit) readFile(ctx context.Context, f *auditedFile) (data []byte, ok bool) {
	of, also := f.subject()
	size := int64(0)
	for _, o := range f.owners {
		size = max(size, o.ref.Size)
	}
	reply := a.ask(withLimit(ctx, size), methodRead, map[string]any{"uri": f.uri}, of)
	if reply == nil || reply.refusal != nil {
		f.missing, f.wrong = true, true
	}
	if reply == nil {
		return nil, false
	}
	f.request = reply.request
	if reply.refusal != nil {
		a.out.share(also, of, "P5", f.request, "resources/read refuses a file that the entry lists with code %d %s", reply.refusal.Code, quote(reply.refusal.Message))
		return nil, false
	}
	content, fault := parseContents(reply.members["contents"], f.uri)
	if fault != "" {
		f.wrong = true
		a.out.share(also, of, "P5", f.request, "resources/read: %s", fault)
		return nil, false
	}
	f.mimeType = content.mimeType
	return content.data, a.checkBytes(f, content)
}

// checkBytes reports bytes that are not those of an entry (H1), and then a text that is
// sent as a blob or the other way round (P5).
func (a *eraAudit) checkBytes(f *auditedFile, c content) bool {
	digest := protocol.Digest(c.data)
	var first *ownedRef
	var fault string
	var also []string
	for i, o := range f.owners {
		switch wrong := byteFault(o.ref, c.data, digest); {
		case wrong == "":
		case first == nil:
			first, fault = &f.owners[i], wrong
		case wrong == fault:
			also = append(also, o.skill.URI)
		default:
			a.out.add(o.skill.subject(f.uri), "H1", f.request, "%s", wrong)
		}
	}
	if first != nil {
		f.wrong = true
		a.out.share(also, first.skill.subject(f.uri), "H1", f.request, "%s", fault)
		return false
	}
	if c.text == protocol.IsText(c.data) || len(c.data) == 0 {
		return true
	}
	of, all := f.subject()
	if c.text {
		a.out.share(all, of, "P5", f.request, "it is sent as \"text\", but holds NUL, expected \"blob\"")
	} else {
		a.out.share(all, of, "P5", f.request, "it is sent as \"blob\", but is UTF-8 without NUL, expected \"text\"")
	}
	return false
}

// byteFault says how bytes differ from what an entry says, size before digest (H1).
func byteFault(ref catalog.Ref, data []byte, digest string) string {
	if int64(len(data)) != ref.Size {
		return fmt.Sprintf("it has %d bytes, but %d in the entry", len(data), ref.Size)
	}
	if digest != ref.Digest {
		return fmt.Sprintf("its digest is %s, but %s in the entry", digest, ref.Digest)
	}
	return ""
}

// compareFront reports where a SKILL.md, whose bytes are right, says other things than the
// entry (H2).
func (a *eraAudit) compareFront(f *auditedFile, data []byte) {
	s := f.owners[0].skill
	if differences := Compare(s.Frontmatter, data); len(differences) > 0 {
		s.differs = true
		a.out.add(s.subject(s.URI), "H2", f.request, "the frontmatter differs: %s", differencesOf(differences))
	}
}

// content is what a read returned.
type content struct {
	data     []byte
	text     bool
	mimeType string
}

// parseContents reads the contents of a read of uri, or says what is wrong with them (P5).
func parseContents(raw json.RawMessage, uri string) (c content, fault string) {
	all, err := items(raw)
	if err != nil {
		return c, fmt.Sprintf("\"contents\" is %s, expected an array of one object", shown(raw))
	}
	if len(all) != 1 {
		return c, fmt.Sprintf("\"contents\" has %d items, expected one", len(all))
	}
	item, err := members(all[0])
	if err != nil {
		return c, "contents[0]: " + err.Error()
	}
	var got string
	if json.Unmarshal(item["uri"], &got) != nil || got != uri {
		return c, fmt.Sprintf("contents[0].uri is %s, expected the URI asked for, %s", shown(item["uri"]), quote(uri))
	}
	if c.mimeType, err = optionalText(item, "mimeType"); err != nil {
		return c, "contents[0]: " + err.Error()
	}
	if c.data, c.text, err = contentBytes(item); err != nil {
		return c, "contents[0]: " + err.Error()
	}
	return c, ""
}
