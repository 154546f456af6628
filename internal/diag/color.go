package diag

// Colors are the escape sequences that a writer puts around words: all of them empty
// where there is to be no colour.
type Colors struct{ Bold, Dim, Red, Yellow, Blue, Green, Reset string }

// Palette returns the colours of every writer of this tool, or none.
func Palette(on bool) Colors {
	if !on {
		return Colors{}
	}
	return Colors{
		Bold: "\x1b[1m", Dim: "\x1b[2m", Red: "\x1b[1;31m", Yellow: "\x1b[1;33m",
		Blue: "\x1b[1;34m", Green: "\x1b[1;32m", Reset: "\x1b[0m",
	}
}

func (c Colors) severity(s Severity) string {
	switch s {
	case Error:
		return c.Red
	case Warning:
		return c.Yellow
	default:
		return c.Blue
	}
}
