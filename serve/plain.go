package serve

// plain reads JSON of the narrow form that the direct path takes: what it accepts is
// valid and has one meaning; what it does not is not always wrong. Its text is valid
// UTF-8, which the caller has checked. What it returns are slices of it.
type plain struct {
	b   []byte
	pos int
}

// maxPlainDepth is how deep a value that is skipped may be nested.
const maxPlainDepth = 16

// peek returns the next byte that is no white space, 0 at the end.
func (p *plain) peek() byte {
	for p.pos < len(p.b) {
		switch c := p.b[p.pos]; c {
		case ' ', '\t', '\r', '\n':
			p.pos++
		default:
			return c
		}
	}
	return 0
}

// eat consumes c if it comes next.
func (p *plain) eat(c byte) bool {
	if p.peek() != c {
		return false
	}
	p.pos++
	return true
}

// atEnd reports whether nothing but white space is left.
func (p *plain) atEnd() bool {
	p.peek()
	return p.pos == len(p.b)
}

// members reads an object; member reads the value of each key, or returns false.
func (p *plain) members(member func(key string) bool) bool {
	if !p.eat('{') {
		return false
	}
	if p.eat('}') {
		return true
	}
	for {
		key, ok := p.text()
		if !ok || !p.eat(':') || !member(key) {
			return false
		}
		if !p.eat(',') {
			return p.eat('}')
		}
	}
}

// text reads a string without an escape.
func (p *plain) text() (string, bool) {
	if !p.eat('"') {
		return "", false
	}
	start := p.pos
	for ; p.pos < len(p.b); p.pos++ {
		switch c := p.b[p.pos]; {
		case c == '"':
			p.pos++
			return view(p.b[start : p.pos-1]), true
		case c == '\\' || c < ' ':
			return "", false
		}
	}
	return "", false
}

// bare reads what is neither a string nor a composite, up to its end, and returns it.
func (p *plain) bare() string {
	p.peek()
	start := p.pos
	for p.pos < len(p.b) {
		switch c := p.b[p.pos]; {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9', c == '-', c == '.':
			p.pos++
		default:
			return view(p.b[start:p.pos])
		}
	}
	return view(p.b[start:p.pos])
}

// integer reads a whole number that every reader takes for the same, as written.
func (p *plain) integer() (string, bool) {
	n := p.bare()
	return n, isInteger(n) && n != "-0"
}

// isInteger reports whether a text is a whole number of at most 15 digits.
func isInteger(n string) bool {
	if len(n) > 0 && n[0] == '-' {
		n = n[1:]
	}
	return isDigits(n) && (n[0] != '0' || len(n) == 1)
}

// isDigits reports whether a text is 1 to 15 digits.
func isDigits(n string) bool {
	for i := range len(n) {
		if n[i] < '0' || n[i] > '9' {
			return false
		}
	}
	return 0 < len(n) && len(n) <= 15
}

// truth reads true or false.
func (p *plain) truth() bool {
	word := p.bare()
	return word == "true" || word == "false"
}

// nothing reads an object without members.
func (p *plain) nothing() bool { return p.eat('{') && p.eat('}') }

// skip reads any value that has no escape, no exponent and no long number in it.
func (p *plain) skip(depth int) bool {
	if depth > maxPlainDepth {
		return false
	}
	switch p.peek() {
	case '"':
		_, ok := p.text()
		return ok
	case '{':
		return p.skipObject(depth)
	case '[':
		return p.skipArray(depth)
	case 't', 'f', 'n':
		word := p.bare()
		return word == "true" || word == "false" || word == "null"
	}
	_, ok := p.integer()
	return ok
}

func (p *plain) skipObject(depth int) bool {
	return p.members(func(string) bool { return p.skip(depth + 1) })
}

func (p *plain) skipArray(depth int) bool {
	p.eat('[')
	if p.eat(']') {
		return true
	}
	for p.skip(depth + 1) {
		if !p.eat(',') {
			return p.eat(']')
		}
	}
	return false
}
