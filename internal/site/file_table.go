package site

import (
	"html/template"
	"slices"
	"strings"

	"skillpack/internal/protocol"
)

// fileTable is the table of a skill's files, a group for each folder. It is put together
// here since it is most of a page with 512 files; every text in it is escaped.
func fileTable(k *Skill) template.HTML {
	var b strings.Builder
	b.WriteString(`<table class="tree"><thead><tr><th scope="col">File</th><th scope="col" class="num">Size</th>` +
		`<th scope="col">Type</th><th scope="col">SHA-256</th><th scope="col">Raw</th></tr></thead>` + "\n")
	folder := "/" // none has this name
	for _, f := range byFolder(k.Files) {
		if f.Dir() != folder {
			if folder != "/" {
				b.WriteString("</tbody>")
			}
			folder = f.Dir()
			b.WriteString("<tbody>\n")
			writeFolder(&b, k, f)
		}
		writeFile(&b, k, f)
	}
	b.WriteString("</tbody></table>")
	return template.HTML(b.String())
}

// byFolder sorts files for reading: those of the skill's own directory first, and SKILL.md
// before the others.
func byFolder(files []*SkillFile) []*SkillFile {
	sorted := slices.Clone(files)
	slices.SortStableFunc(sorted, func(a, b *SkillFile) int {
		if c := strings.Compare(a.Dir(), b.Dir()); c != 0 {
			return c
		}
		return rank(a) - rank(b)
	})
	return sorted
}

func rank(f *SkillFile) int {
	if f.Name() == protocol.ManifestName {
		return 0
	}
	return 1
}

// writeFolder writes the row that names the folder of a file, and the nested skill whose
// directory it is.
func writeFolder(b *strings.Builder, k *Skill, f *SkillFile) {
	if f.Dir() == "" {
		return
	}
	b.WriteString(`<tr class="folder"><th scope="rowgroup" colspan="5"><bdi>` + escaped(f.Dir()) + `/</bdi>`)
	if f.Owner != k && f.URI == f.Owner.URI {
		b.WriteString(` <a href="` + rel(k.Page, f.Owner.Page) + `">skill <bdi>` + escaped(f.Owner.Name) + `</bdi></a>`)
	}
	b.WriteString("</th></tr>\n")
}

func writeFile(b *strings.Builder, k *Skill, f *SkillFile) {
	name := escaped(f.Name())
	for _, part := range []string{
		`<tr><th scope="row"><a href="`, rel(k.Page, f.View), `"><bdi>`, name, `</bdi></a></th><td class="num">`, formatSize(f.Size),
		`</td><td>`, escaped(f.Type), `</td><td class="copyable"><code title="`, f.Digest, `">`, shortDigest(f.Digest),
		`</code> <button class="copy" type="button" data-copy="`, f.Digest, `" aria-label="Copy the digest of `, name,
		`" hidden>Copy</button></td><td><a href="`, rel(k.Page, f.Raw), `" download="`, name, `" aria-label="Download `, name,
		`">Download</a></td></tr>`, "\n",
	} {
		b.WriteString(part)
	}
}

func escaped(s string) string { return template.HTMLEscapeString(s) }
