package skill

import (
	"strings"
	"testing"
	"time"
)

func TestFence(t *testing.T) {
	const x = `{"name":"x"}`
	for _, tt := range []struct {
		name, data, json, body, want string
		says                         string // part of the first message
	}{
		{"A3 CRLF", "---\r\nname: x\r\n---\r\nbody\r\n", x, "body\r\n", "", ""},
		{"A5 blank behind the opening fence", "--- \nname: x\n---\nb", x, "b", `1:4 frontmatter/fence " "`, "delete the blanks"},
		{"A5 tab behind the closing fence", "---\nname: x\n---\t\nb", x, "b", `3:4 frontmatter/fence "\t"`, "closing fence"},
		{"A5 blank and CRLF", "--- \r\nname: x\r\n---\r\nb", x, "b", `1:4 frontmatter/fence " "`, ""},
		{"A7 fence inside a value", "---\ndescription: \"x --- y\"\nallowed-tools: \"*\"\n---\n", `{"description":"x --- y","allowed-tools":"*"}`, "", "", ""},
		{"A10 closing fence without newline", "---\nname: x\n---", x, "", "", ""},
		{"A10 fence at the end of a value", "---\nname: a---\n", "", "", `1:1 frontmatter/fence "---"`, "no closing fence"},
		{"A11 no closing fence", "---\nname: x\n\n# Body\n", "", "", `1:1 frontmatter/fence "---"`, "no closing fence"},
		{"A11 nothing between", "---\n---\nb", "", "b", `2:1 frontmatter/empty ""`, "empty"},
		{"A11 nothing but comments", "---\n# a\n\n---\nb", "", "b", `2:1 frontmatter/empty "# a\n\n"`, "empty"},
		{"A11 longer closing line", "---\nname: x\n----\nb", "", "", `1:1 frontmatter/fence "---"`, `line 3 is "----"`},
		{"A11 indented closing line", "---\nname: x\n ---\nb", "", "", `1:1 frontmatter/fence "---"`, `line 3 is " ---"`},
		{"A11 dots as closing line", "---\nname: x\n...\nb", "", "", `1:1 frontmatter/fence "---"`, `line 3 is "..."`},
		{"A13 comment above", "<!-- note -->\n---\nname: x\n---\n", "", "<!-- note -->\n---\nname: x\n---\n", `2:1 frontmatter/not-first "---"`, "below a comment"},
		{"A13 comment of two lines above", "<!--\nnote: a\n-->\n---\nname: x\n---\n", "", "<!--\nnote: a\n-->\n---\nname: x\n---\n", `4:1 frontmatter/not-first "---"`, "below a comment"},
		{"A13 heading above", "# Title\n\n---\nname: x\n---\n", "", "# Title\n\n---\nname: x\n---\n", `3:1 frontmatter/not-first "---"`, "below a heading"},
		{"A13 text above", "Hello\n\n---\ndescription: x\n---\n", "", "Hello\n\n---\ndescription: x\n---\n", `3:1 frontmatter/not-first "---"`, "below other text"},
		{"A13 empty line above", "\n---\nname: x\n---\n", "", "\n---\nname: x\n---\n", `2:1 frontmatter/not-first "---"`, "below an empty line"},
		{"A13 indented fence", "  ---\nname: x\n---\n", "", "  ---\nname: x\n---\n", `1:1 frontmatter/not-first "  ---"`, "behind blanks"},
		{"A13 code block", "# T\n```yaml\nname: x\n```\n", "", "# T\n```yaml\nname: x\n```\n", "2:1 frontmatter/not-first \"```yaml\"", "in a code block"},
		{"A13 code block around fences", "```yaml\n---\nname: x\n---\n```\n", "", "```yaml\n---\nname: x\n---\n```\n", "1:1 frontmatter/not-first \"```yaml\"", "in a code block"},
		{"A15 name in the body", "# T\n\nname: x\n", "", "# T\n\nname: x\n", `1:1 frontmatter/missing ""`, "no frontmatter"},
		{"A15 rules in the body", "T\n\n---\n\ntext\n\n---\nname: x\n", "", "T\n\n---\n\ntext\n\n---\nname: x\n", `1:1 frontmatter/missing ""`, ""},
		{"A16 rules and fields in the body", "---\nname: x\n---\n---\na: b\n---\n", x, "---\na: b\n---\n", "", ""},
		{"A17 comment", "---\n# c\nname: x # d\n---\n", x, "", "", ""},
		{"A19 empty file", "", "", "", `1:1 frontmatter/missing ""`, "the file is empty"},
		{"A19 only a byte order mark", "\ufeff", "", "", `1:1 text/bom "\ufeff"` + "\n" + `1:2 frontmatter/missing ""`, ""},
		{"four hyphens", "----\nname: x\n---\n", "", "----\nname: x\n---\n", `1:1 frontmatter/fence "----"`, "is no fence"},
		{"text behind the fence", "--- name: x\n---\n", "", "--- name: x\n---\n", `1:1 frontmatter/fence "--- name: x"`, "is no fence"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			front, body, found := parseManifest("x/SKILL.md", []byte(tt.data))
			if got := showFindings(tt.data, found); got != tt.want {
				t.Errorf("found %s\nwant  %s", got, tt.want)
			}
			if tt.says != "" && !strings.Contains(found[0].Message, tt.says) {
				t.Errorf("message %q does not say %q", found[0].Message, tt.says)
			}
			if got := tt.data[body.Start:body.End]; got != tt.body {
				t.Errorf("body %q, want %q", got, tt.body)
			}
			if (front == nil) != (tt.json == "") || front != nil && string(front.AppendJSON(nil)) != tt.json {
				t.Errorf("frontmatter %s, want %q", front.AppendJSON(nil), tt.json)
			}
		})
	}
}

func TestFenceFix(t *testing.T) {
	for data, want := range map[string]string{
		"--- \t\nname: x\n---\n":      "---\nname: x\n---\n",
		"---\r\nname: x\r\n--- \r\nb": "---\r\nname: x\r\n---\r\nb",
	} {
		_, _, found := parseManifest("x/SKILL.md", []byte(data))
		if got := applyFix(t, data, found); got != want {
			t.Errorf("fixed %q, want %q", got, want)
		}
	}
}

func TestFrontmatterSpan(t *testing.T) {
	const data = "---\nname: x\n---\n"
	front, _, _ := parseManifest("x/SKILL.md", []byte(data))
	if got := data[front.Span.Start:front.Span.End]; got != "name: x\n" {
		t.Errorf("span %q", got)
	}
}

// TestFenceIsLinear holds Y45: what is missing or too large is found fast.
func TestFenceIsLinear(t *testing.T) {
	const size = 5 << 20
	fill := func(head, line, tail string) string { return head + strings.Repeat(line, size/len(line)) + tail }
	for name, tt := range map[string]struct{ data, rule string }{
		"no closing fence":    {fill("---\n", "- -- \n", ""), "frontmatter/fence"},
		"one line":            {fill("---\n", "-", ""), "frontmatter/fence"},
		"blanks":              {fill("---", " ", ""), "frontmatter/fence"},
		"5 MB scalar":         {fill("---\na: ", "x", "\n---\n"), "frontmatter/size"},
		"no fence, 5 MB":      {fill("", "# ---\n", ""), "frontmatter/missing"},
		"rules all the way":   {fill("x\n", "---\n", ""), "frontmatter/missing"},
		"code all the way":    {fill("x\n", "```\n", ""), "frontmatter/missing"},
		"5 MB of empty lines": {fill("", "\n", ""), "frontmatter/missing"},
	} {
		t.Run(name, func(t *testing.T) {
			begun := time.Now()
			front, _, found := parseManifest("x/SKILL.md", []byte(tt.data))
			if took := time.Since(begun); took > 20*time.Second {
				t.Errorf("took %v", took)
			}
			if front != nil || len(found) == 0 || found[len(found)-1].Rule != tt.rule {
				t.Errorf("found %+v, want %s", found, tt.rule)
			}
		})
	}
}
