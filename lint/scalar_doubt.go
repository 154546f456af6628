package lint

import (
	"fmt"
	"math/big"
	"strings"
)

// doubt says how readers differ over a plain scalar, or "" where all of them
// publish the same value. What no reader can publish (.inf, 1e400) is no doubt but
// an error of its own.
func doubt(scalar string) string {
	core := coreReader.read(scalar)
	if core == asRefused {
		return ""
	}
	if old := oldReader.read(scalar); old != core {
		return fmt.Sprintf("%s is %s in YAML 1.2 and %s in YAML 1.1", quoted(scalar), core, old)
	}
	if mixed := mixedReader.read(scalar); mixed != core {
		return fmt.Sprintf("%s is %s in YAML 1.2 and %s to some readers", quoted(scalar), core, mixed)
	}
	if digits, ok := strings.CutPrefix(string(core), numberPrefix); ok {
		return numberDoubt(scalar, digits)
	}
	return ""
}

// numberDoubt is doubt for a number that all read alike: whether it is printed as
// it was written.
func numberDoubt(scalar, digits string) string {
	if rounded := roundedInteger(digits); rounded != "" {
		return fmt.Sprintf("the number %s is over 2^53 and read as %s by many", quoted(scalar), rounded)
	}
	if digits != scalar {
		return fmt.Sprintf("the number %s is printed as %s by many", quoted(scalar), digits)
	}
	return ""
}

// roundedInteger returns what a double makes of an integer over 2^53, and "" for
// any other number.
func roundedInteger(digits string) string {
	n, ok := new(big.Int).SetString(digits, 10)
	if !ok || n.CmpAbs(new(big.Int).Lsh(big.NewInt(1), 53)) <= 0 {
		return ""
	}
	f, _ := new(big.Float).SetInt(n).Float64()
	return printDouble(f)
}
