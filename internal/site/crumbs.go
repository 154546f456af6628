package site

import (
	"html/template"
	"path"
	"slices"
	"strings"
)

// crumb is a step on the way from the index to a page. Page is "" where there is none.
type crumb struct {
	Text, Page string
	Fragment   template.URL // encoded; "" for none
}

// crumbsTo is the way to the page of a skill, by the segments of its path: the page of a
// skill where one is there, and else the index, which the fragment has show what is below.
func crumbsTo(k *Skill) []crumb {
	var crumbs []crumb
	around := k.Enclosing
	for dir := k.Prefix; dir != ""; dir = parent(dir) {
		for around != nil && len(around.Path) > len(dir) {
			around = around.Enclosing
		}
		c := crumb{path.Base(dir), indexName, template.URL(fragment(dir))}
		if around != nil && around.Path == dir {
			c.Page, c.Fragment = around.Page, ""
		}
		crumbs = append(crumbs, c)
	}
	slices.Reverse(crumbs)
	return crumbs
}

// crumbsToFile is the way to the view of a file: that to its skill, the skill, and the
// folders between.
func crumbsToFile(f *SkillFile) []crumb {
	crumbs := append(crumbsTo(f.Owner), crumb{Text: f.Owner.Name, Page: f.Owner.Page})
	for segment := range strings.SplitSeq(f.Dir(), "/") {
		if segment != "" {
			crumbs = append(crumbs, crumb{Text: segment})
		}
	}
	return crumbs
}

// parent is a path without its last segment, "" for one of a single segment.
func parent(p string) string {
	dir, _ := path.Split(p)
	return strings.TrimSuffix(dir, "/")
}
