package sample

import (
	"math"
	"math/rand/v2"
	"path"
)

// random draws from the distributions of a tree. All of its arithmetic is exact or
// rounded once on every machine, so that the bytes are the same everywhere.
type random struct{ *rand.Rand }

func (r *random) chance(p float64) bool { return r.Float64() < p }

// pick returns an index, each as often as its weight says.
func (r *random) pick(weights ...int) int {
	sum := 0
	for _, w := range weights {
		sum += w
	}
	at := r.IntN(sum)
	for i, w := range weights {
		if at -= w; at < 0 {
			return i
		}
	}
	panic("unreachable: the weights sum to more")
}

// lognormal draws from the distribution whose logarithm has this mean and deviation.
func (r *random) lognormal(mu, sigma float64) float64 {
	z := -6.0 // a sum of twelve is as near to normal as any figure here
	for range 12 {
		z += r.Float64()
	}
	return exp(mu + float64(sigma*z))
}

// exp is e to the x for x from -20 to 40. That of package math differs in the last bit
// between machines. The conversions keep a machine from multiplying and adding in one.
func exp(x float64) float64 {
	const halvings = 8
	small := math.Ldexp(x, -halvings)
	sum, term := 1.0, 1.0
	for i := 1.0; i < 12; i++ {
		term = float64(term*small) / i
		sum += term
	}
	for range halvings {
		sum = float64(sum * sum)
	}
	return sum
}

// size draws the size in bytes of a file beside SKILL.md.
func (r *random) size(k Kind) int {
	switch k {
	case Text:
		return cut(r.lognormal(8.34, 1.11), 1<<20)
	case Script:
		return cut(r.lognormal(8.56, 1.29), 1<<20)
	case Data:
		return cut(r.lognormal(7.69, 1.75), 2<<20)
	case Other:
		return cut(r.lognormal(7.96, 2.10), 2<<20)
	}
	return cut(r.lognormal(11.14, 2.16), maxBinary) // a median of 69 KB, one in ten over 1.1 MB
}

func cut(drawn float64, most int) int { return min(max(int(drawn), 16), most) }

// ending draws the ending of a file's name.
func (r *random) ending(k Kind) string {
	of := [...][]string{
		Text:   {".md", ".md", ".md", ".md", ".md", ".md", ".md", ".md", ".md", ".txt"},
		Script: {".py", ".py", ".py", ".sh", ".js", ".ts"},
		Data:   {".json", ".json", ".yaml", ".csv", ".xml"},
		Other:  {".html", ".css", ".toml", ".tmpl", ".svg"},
		Binary: {".png", ".png", ".pdf", ".ttf", ".docx"},
	}[k]
	return of[r.IntN(len(of))]
}

// directory draws a directory so many deep.
func (r *random) directory(k Kind, depth int) string {
	if depth == 0 {
		return "."
	}
	dir := [...]string{Text: "references", Script: "scripts", Data: "data", Other: "templates", Binary: "assets"}[k]
	for range depth - 1 {
		dir = path.Join(dir, r.word())
	}
	return dir
}

func (r *random) word() string { return words[r.IntN(len(words))] }
