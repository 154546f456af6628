package site

import "strconv"

// percent is how many hundredths one number is of another, as people and SVG read it: "0",
// "7.3", "100". It is reckoned in whole numbers, so that each machine writes the same.
func percent(n, of int64) string {
	if of == 0 {
		return "0"
	}
	tenths := n * 1000 / of
	text := strconv.FormatInt(tenths/10, 10)
	if tenths%10 != 0 {
		text += "." + strconv.FormatInt(tenths%10, 10)
	}
	return text
}
