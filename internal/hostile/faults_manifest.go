package hostile

import (
	"fmt"
	"strings"

	"skillpack/internal/protocol"
)

// manifestFaults are in the resources of an entry.
func manifestFaults() []Fault {
	return []Fault{
		{"wrong size", declared(thousand, 1001)},
		{"size of zero", declared(thousand, 0)},
		{"10 GB declared", declared(thousand, 10_000_000_000)},
		{"size as a string", ref(thousand, set("size", "1000"))},
		{"size negative", ref(thousand, set("size", -1))},
		{"size with an exponent", ref(thousand, set("size", raw("1e3")))},
		{"size with a fraction", ref(thousand, set("size", raw("1000.5")))},
		{"size over 2^53", ref(thousand, set("size", raw("9007199254740993")))},
		{"size missing", ref(thousand, without("size"))},
		{"size null", ref(thousand, set("size", nil))},
		{"wrong digest", ref(thousand, flipDigest)},
		{"digest in upper case", ref(thousand, func(r message) {
			r["digest"] = "sha256:" + strings.ToUpper(strings.TrimPrefix(r["digest"].(string), "sha256:"))
		})},
		{"digest of another algorithm", ref(thousand, set("digest", "sha512:"+strings.Repeat("0", 128)))},
		{"digest cut short", ref(thousand, func(r message) { r["digest"] = r["digest"].(string)[:70] })},
		{"digest missing", ref(thousand, without("digest"))},
		{"unlisted file", entry(Notes, dropped("resources", thousand))},
		{"file twice", entry(Notes, doubled("resources", thousand))},
		{"file in two spellings", entry(Notes, appendRef("skill://notes/%74housand.txt", []byte(source["notes/thousand.txt"])))},
		{"no SKILL.md in its own manifest", entry(Notes, dropped("resources", Notes))},
		{"nested file left out", entry(Billing, dropped("resources", nested))},
		{"file of another skill", entry(Notes, appendRef(Zoo, []byte(source["zoo/SKILL.md"])))},
		{"file with dots", entry(Notes, appendRef("skill://notes/../zoo/SKILL.md", []byte(source["zoo/SKILL.md"])))},
		{"file with a query", entry(Notes, appendRef("skill://notes/a?b", nil))},
		{"file that is a directory", entry(Notes, appendRef("skill://notes/deep/", nil))},
		{"escape in the uri of a file", entry(Notes, appendRef("skill://notes/\x1b[31mred\nnext", nil))},
		{"resource that is no object", entry(Notes, func(e message) { e["resources"] = append(e["resources"].([]any), "x") })},
		{"resource without a uri", ref(thousand, without("uri"))},
		{"513 files", files(513)},
		{"512 files", files(512)}, // right
		{"16 MiB and a byte", bytesInSum(protocol.MaxBytes + 1)},
	}
}

func flipDigest(r message) {
	digest := r["digest"].(string)
	last := "0"
	if strings.HasSuffix(digest, last) {
		last = "1"
	}
	r["digest"] = digest[:len(digest)-1] + last
}

func appendRef(uri string, data []byte) func(message) {
	return func(e message) {
		list, _ := e["resources"].([]any)
		e["resources"] = append(list, message{"uri": uri, "digest": protocol.Digest(data), "size": len(data)})
	}
}

// files makes the number of files of a skill n.
func files(n int) spoiler {
	return lazy(func() spoiler {
		var more []spoiler
		for i := 1; i < n; i++ {
			more = append(more, added(Zoo, fmt.Sprintf("skill://zoo/f%03d.txt", i), []byte("x")))
		}
		return all(more...)
	})
}

// bytesInSum makes the sum of a skill's sizes n.
func bytesInSum(n int) spoiler {
	return lazy(func() spoiler {
		return added(Zoo, "skill://zoo/big.txt", []byte(strings.Repeat("x", n-len(source["zoo/SKILL.md"]))))
	})
}
