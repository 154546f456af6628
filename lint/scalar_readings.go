package lint

import (
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

// reading says in words what a reader makes of a plain scalar: "text", "null",
// "true", "false", "a date", "refused" or "the number N", with N as a double prints
// and all the digits of an integer. Readers agree where their readings are equal.
type reading string

const (
	asText       reading = "text"
	asNull       reading = "null"
	asTrue       reading = "true"
	asFalse      reading = "false"
	asDate       reading = "a date"
	asRefused    reading = "refused" // a fault that costs the whole frontmatter
	numberPrefix         = "the number "
)

// maxScalar is the length of the longest scalar that can be anything but text: the
// digits of the largest double, with room. What is longer is not looked at.
const maxScalar = 400

// typedStarts are the bytes that a scalar which is anything but text starts with. Most
// text is told by them, without a look at the forms.
const typedStarts = "+-.0123456789~=<yYnNtTfFoO"

// pattern is one form of scalar and its reading.
type pattern struct {
	form func() *regexp.Regexp
	read func(string) reading
}

// reader is an ordered list of forms; what matches none is text.
type reader []pattern

func (r reader) read(s string) reading {
	if len(s) > maxScalar || s != "" && strings.IndexByte(typedStarts, s[0]) < 0 {
		return asText
	}
	for _, p := range r {
		if p.form().MatchString(s) {
			return p.read(s)
		}
	}
	return asText
}

func form(re string, read func(string) reading) pattern {
	return pattern{lazily(`^(?:` + re + `)$`), read}
}

func always(r reading) func(string) reading { return func(string) reading { return r } }

// A time behind a date, after a "T" or blanks.
const timeOfDay = `(?:[Tt]|[ \t]+)\d{1,2}:\d{1,2}:\d{1,2}(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?`

// What several readers take alike.
var (
	nullForm    = form(`~|null|Null|NULL|`, always(asNull))
	trueForm    = form(`true|True|TRUE`, always(asTrue))
	falseForm   = form(`false|False|FALSE`, always(asFalse))
	floatForm   = form(`[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?`, float)
	endlessForm = form(`[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)`, always(asRefused))
)

// coreReader is YAML 1.2 core: what we publish, and JavaScript's yaml.
var coreReader = reader{
	nullForm, trueForm, falseForm, endlessForm,
	form(`[-+]?[0-9]+`, integer(10)),
	form(`0o[0-7]+`, integer(8)),
	form(`0x[0-9a-fA-F]+`, integer(16)),
	floatForm,
}

// oldReader is YAML 1.1: PyYAML, with the y and n of the specification.
var oldReader = reader{
	nullForm, trueForm, falseForm, endlessForm,
	form(`\d{4}-\d\d-\d\d|\d{4}-\d{1,2}-\d{1,2}`+timeOfDay, always(asDate)),
	form(`yes|Yes|YES|on|On|ON|y|Y`, always(asTrue)),
	form(`no|No|NO|off|Off|OFF|n|N`, always(asFalse)),
	form(`=|<<`, always(asRefused)),
	form(`[-+]?0b[01_]+`, integer(2)),
	form(`[-+]?0[0-7_]+`, integer(8)),
	form(`[-+]?(?:0|[1-9][0-9_]*)`, integer(10)),
	form(`[-+]?0x[0-9a-fA-F_]+`, integer(16)),
	form(`[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+`, sexagesimal),
	form(`[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?`, float),
}

// mixedReader is Go's yaml.v3 and js-yaml, which take from both versions, and Ruby's
// Psych, which takes a time with a leading zero for a number too.
var mixedReader = reader{
	nullForm, trueForm, falseForm, endlessForm,
	form(`\d{4}-\d{1,2}-\d{1,2}(?:`+timeOfDay+`)?`, always(asDate)),
	form(`[-+]?0[0-9_]*(?::[0-5]?[0-9]){1,2}`, sexagesimal),
	form(`[-+.0-9].*`, mixedNumber),
}

// mixedNumber takes underscores out, then every base prefix, a leading zero for
// octal, and floats of YAML 1.2.
func mixedNumber(s string) reading {
	plain := strings.ReplaceAll(s, "_", "")
	if n, ok := new(big.Int).SetString(plain, 0); ok {
		return reading(numberPrefix + n.String())
	}
	if floatForm.form().MatchString(plain) {
		return float(plain)
	}
	return asText
}

// integer reads the digits of a base, after an optional sign and base prefix.
func integer(base int) func(string) reading {
	return func(s string) reading {
		sign, digits := splitSign(strings.ReplaceAll(s, "_", ""))
		if base != 10 && len(digits) > 1 && digits[1] > '9' {
			digits = digits[2:] // 0b, 0o, 0x
		}
		n, ok := new(big.Int).SetString(sign+digits, base)
		if !ok {
			return asRefused // a prefix without digits, such as 0x_
		}
		return reading(numberPrefix + n.String())
	}
}

func float(s string) reading {
	f, err := strconv.ParseFloat(strings.ReplaceAll(s, "_", ""), 64)
	switch {
	case math.IsInf(f, 0):
		return asRefused
	case err != nil:
		return asText
	}
	return number(f)
}

func number(f float64) reading { return numberPrefix + reading(printDouble(f)) }

// printDouble prints a double as JavaScript does, but for the form of exponents.
func printDouble(f float64) string {
	if abs := math.Abs(f); abs != 0 && (abs < 1e-6 || abs >= 1e21) {
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// sexagesimal reads digits in base 60, such as 1:20.
func sexagesimal(s string) reading {
	sign, digits := splitSign(strings.ReplaceAll(s, "_", ""))
	sum := 0.0
	for part := range strings.SplitSeq(digits, ":") {
		f, err := strconv.ParseFloat(part, 64)
		if err != nil {
			return asText
		}
		sum = sum*60 + f
	}
	if sign == "-" {
		sum = -sum
	}
	return number(sum)
}

func splitSign(s string) (sign, rest string) {
	if strings.HasPrefix(s, "-") {
		return "-", s[1:]
	}
	return "", strings.TrimPrefix(s, "+")
}
