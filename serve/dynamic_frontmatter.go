package serve

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxDescription is the greatest length of a description, in code points (F4).
const maxDescription = 1024

// dynamicFrontmatter is what we must know of a dynamic skill's frontmatter.
type dynamicFrontmatter struct{ name, description string }

// readFrontmatter reads a frontmatter and refuses what a catalog could not hold and
// clients refuse the whole listing for: a key twice or "__proto__", a number that is
// not finite, a description that is blank or too long.
func readFrontmatter(front []byte) (dynamicFrontmatter, error) {
	var f dynamicFrontmatter
	members, err := readMembers(front)
	if err == nil {
		err = checkValue(front)
	}
	if err != nil {
		return f, fmt.Errorf("the frontmatter: %w", err)
	}
	if json.Unmarshal(members["name"], &f.name) != nil || json.Unmarshal(members["description"], &f.description) != nil {
		return f, fmt.Errorf("the frontmatter must be an object with texts name and description, found %.60s", front)
	}
	if strings.TrimSpace(f.description) == "" {
		return f, errors.New("the frontmatter has no description")
	}
	if n := utf8.RuneCountInString(f.description); n > maxDescription {
		return f, fmt.Errorf("the description has %d characters, expected at most %d", n, maxDescription)
	}
	return f, nil
}

// checkValue checks a JSON value and all in it.
func checkValue(value []byte) error {
	switch value[0] {
	case '{':
		members, err := readMembers(value)
		if err != nil {
			return err
		}
		if members["__proto__"] != nil {
			return errors.New(`it has the key "__proto__"`)
		}
		for _, member := range members {
			if err := checkValue(member); err != nil {
				return err
			}
		}
	case '[':
		var items []json.RawMessage
		if err := json.Unmarshal(value, &items); err != nil {
			return err
		}
		for _, item := range items {
			if err := checkValue(item); err != nil {
				return err
			}
		}
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		if _, err := strconv.ParseFloat(string(bytes.TrimSpace(value)), 64); err != nil {
			return fmt.Errorf("the number %.20s is too large", value)
		}
	}
	return nil
}
