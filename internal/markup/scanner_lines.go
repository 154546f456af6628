package markup

import "bytes"

// scanDiff scans a diff, by the first byte of each line.
func scanDiff(s *scanner) {
	for s.i < len(s.src) && !s.full {
		end := lineEnd(s.src, s.i)
		line := s.src[s.i:end]
		switch {
		case bytes.HasPrefix(line, []byte("+++")), bytes.HasPrefix(line, []byte("---")), bytes.HasPrefix(line, []byte("diff ")), bytes.HasPrefix(line, []byte("index ")):
			s.token(tokComment, s.i, end)
		case bytes.HasPrefix(line, []byte("@@")):
			s.token(tokKeyword, s.i, end)
		case bytes.HasPrefix(line, []byte("+")):
			s.token(tokInserted, s.i, end)
		case bytes.HasPrefix(line, []byte("-")):
			s.token(tokDeleted, s.i, end)
		}
		s.i = min(end+1, len(s.src))
	}
}

// scanMarkdown scans the source of markdown: headings, fences, comments, code spans.
func scanMarkdown(s *scanner) {
	var fence []byte // that opened the code the scan is in
	for s.i < len(s.src) && !s.full {
		end := s.lineStop()
		line := bytes.TrimLeft(s.src[s.i:end], " \t")
		mark := fenceOf(line)
		switch {
		case fence != nil:
			s.token(tokString, s.i, end)
			if len(mark) >= len(fence) && mark[0] == fence[0] && len(bytes.TrimSpace(line)) == len(mark) {
				fence = nil
			}
		case mark != nil:
			fence = mark
			s.token(tokString, s.i, end)
		case bytes.HasPrefix(line, []byte("<!--")):
			end = s.comment()
		case isATXHeading(line):
			s.token(tokHeading, s.i, end)
		case bytes.HasPrefix(line, []byte(">")):
			s.token(tokComment, s.i, end)
		default:
			s.codeSpans(end)
		}
		s.i = end
		if end = lineEnd(s.src, end); s.i <= end {
			s.i = min(end+1, len(s.src))
		}
	}
}

// comment prints an HTML comment and returns its end.
func (s *scanner) comment() int {
	p := htmlComments[0]
	from := s.i + bytes.Index(s.src[s.i:], []byte(p.open))
	end := from + s.commentLength(s.src[from:], p, false)
	s.token(tokComment, from, end)
	return end
}

// fenceOf returns the fence that a line starts with, nil for none.
func fenceOf(line []byte) []byte {
	if len(line) < 3 || line[0] != '`' && line[0] != '~' {
		return nil
	}
	n := len(line) - len(bytes.TrimLeft(line, string(line[:1])))
	if n < 3 {
		return nil
	}
	return line[:n]
}

func isATXHeading(line []byte) bool {
	n := len(line) - len(bytes.TrimLeft(line, "#"))
	return n > 0 && n <= 6 && (n == len(line) || line[n] == ' ' || line[n] == '\t')
}

// codeSpans prints the code spans of a line of text.
func (s *scanner) codeSpans(end int) {
	for s.i < end {
		from := bytes.IndexByte(s.src[s.i:end], '`')
		if from < 0 {
			return
		}
		from += s.i
		length := bytes.IndexByte(s.src[from+1:end], '`')
		if length < 0 {
			return
		}
		s.token(tokString, from, from+length+2)
	}
}

// scanTags scans HTML or XML.
func scanTags(s *scanner) {
	for s.i < len(s.src) && !s.full {
		n := bytes.IndexByte(s.src[s.i:], '<')
		if n < 0 {
			return
		}
		s.i += n
		rest := s.src[s.i:]
		switch {
		case s.mark('<'):
		case len(rest) > 1 && (rest[1] == '!' || rest[1] == '?'):
			end := bytes.IndexByte(rest, '>')
			if end < 0 {
				end = len(rest) - 1
			}
			s.token(tokKeyword, s.i, s.i+end+1)
		default:
			s.tag(rest)
		}
	}
}

// tag passes a tag, and behind that of a script or style what is not markup.
func (s *scanner) tag(rest []byte) {
	start := 1
	if len(rest) > 1 && rest[1] == '/' {
		start = 2
	}
	n := start
	for n < len(rest) && (isAlphanumeric(rest[n]) || bytes.IndexByte([]byte("-_:."), rest[n]) >= 0) {
		n++
	}
	if n == start {
		s.i++
		return
	}
	name := rest[start:n]
	s.token(tokKeyword, s.i, s.i+n)
	s.attributes()
	if start == 1 && (bytes.EqualFold(name, []byte("script")) || bytes.EqualFold(name, []byte("style"))) {
		end := bytes.Index(s.src[s.i:], append([]byte("</"), name...))
		if end < 0 {
			end = len(s.src) - s.i
		}
		s.i += end
	}
}

// attributes passes what is in a tag behind its name, and its end.
func (s *scanner) attributes() {
	for s.i < len(s.src) && !s.full {
		c := s.src[s.i]
		switch {
		case c == '>':
			s.i++
			return
		case c == '<':
			return
		case c == '"' || c == '\'':
			end := bytes.IndexByte(s.src[s.i+1:], c)
			if end < 0 {
				s.i = len(s.src)
				return
			}
			s.token(tokString, s.i, s.i+end+2)
		case s.inWord[c]:
			from := s.i
			for s.i < len(s.src) && (s.inWord[s.src[s.i]] || bytes.IndexByte([]byte("-:.@"), s.src[s.i]) >= 0) {
				s.i++
			}
			s.token(tokKey, from, s.i)
		default:
			s.i++
		}
	}
}
