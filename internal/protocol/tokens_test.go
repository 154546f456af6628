package protocol

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// F8: the estimate is near what real tables give. Each sample has the counts of OpenAI's
// o200k and cl100k, the lesser first.
func TestEstimateTokens(t *testing.T) {
	for _, c := range []struct {
		name        string
		text        string
		least, most int
	}{
		{"English", "Read the file before you change it, and tell the user what you found. If the tests fail, say which one and why; do not try to hide it.", 34, 34},
		{"German", "Lies die Datei, bevor du sie änderst, und sage dem Nutzer, was du gefunden hast. Schlagen die Prüfungen fehl, nenne die fehlgeschlagene und den Grund.", 40, 46},
		{"French", "Lisez le fichier avant de le modifier et dites à l'utilisateur ce que vous avez trouvé. Si les tests échouent, dites lequel et pourquoi.", 31, 36},
		{"Vietnamese", "Đọc tệp trước khi thay đổi và cho người dùng biết bạn đã tìm thấy gì. Nếu kiểm thử thất bại, hãy nói rõ kiểm thử nào và vì sao.", 36, 63},
		{"Russian", "Прочитайте файл, прежде чем изменять его, и скажите пользователю, что вы нашли. Если тесты не прошли, скажите, какой и почему.", 35, 51},
		{"Greek", "Διαβάστε το αρχείο πριν το αλλάξετε και πείτε στον χρήστη τι βρήκατε. Αν οι δοκιμές αποτύχουν, πείτε ποια και γιατί.", 40, 100},
		{"Arabic", "اقرأ الملف قبل أن تغيره وأخبر المستخدم بما وجدته. إذا فشلت الاختبارات فاذكر أيها ولماذا.", 29, 64},
		{"Hindi", "फ़ाइल बदलने से पहले उसे पढ़ें और उपयोगकर्ता को बताएं कि आपको क्या मिला। यदि परीक्षण विफल हों, तो बताएं कि कौन सा और क्यों।", 36, 122},
		{"Thai", "อ่านไฟล์ก่อนที่จะแก้ไข และบอกผู้ใช้ว่าคุณพบอะไร หากการทดสอบล้มเหลว ให้บอกว่าอันไหนและเพราะเหตุใด", 42, 90},
		{"Chinese", "修改文件之前先阅读它,并告诉用户你发现了什么。如果测试失败,请说明是哪一个以及原因。", 25, 39},
		{"Japanese", "ファイルを変更する前に読み、見つけたことを利用者に伝えてください。テストが失敗した場合は、どれがなぜ失敗したかを伝えてください。", 45, 60},
		{"Korean", "파일을 변경하기 전에 읽고 찾은 내용을 사용자에게 알려 주세요. 테스트가 실패하면 어떤 것이 왜 실패했는지 말하세요.", 29, 56},
		{"emoji", "✅ 🚀 ⚠️ 📦 🔧 ❌ 💡 🎯", 16, 21},
		{"table", "| name | type | default |\n|------|------|---------|\n| `--out-dir` | path | `./dist` |\n| `--jobs` | int | 4 |\n", 39, 39},
		{"a drawing", "┌──────────────────────────────┐\n│ Pay in           fee 2.5%    │\n├──────────────────────────────┤\n│ Terminal ──────► Project #1  │\n└──────────────────────────────┘\n", 52, 56},
		{"code", "def load(path, *, strict=True):\n    with open(path, encoding=\"utf-8\") as f:\n        for line in f:\n            if not line.strip():\n                continue\n            yield json.loads(line)\n", 43, 43},
		{"JSON", "{\n  \"name\": \"pdf-tools\",\n  \"version\": \"1.20.3\",\n  \"files\": [\"a.py\", \"b.py\"],\n  \"size\": 1048576\n}\n", 42, 42},
		{"numbers", "2024-01-31,17.25,1039284\n2024-02-29,18.75,1102938\n2024-03-31,19.00,1203947\n", 45, 45},
		{"base64", "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4", 31, 32},
		{"a digest", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", 43, 43},
	} {
		t.Run("F8 "+c.name, func(t *testing.T) {
			got := EstimateTokens([]byte(c.text))
			if low, high := c.least*8/10, c.most*12/10; got < low || got > high {
				t.Errorf("got %d, want %d to %d", got, low, high)
			}
		})
	}
}

func TestEstimateTokensOfOddInput(t *testing.T) { // F8
	for text, want := range map[string]int{
		"": 0, "a": 1, " ": 0, "\xff\xfe\xff": 3, "\n\n\n": 1, "internationalization": 4, "HTTP": 2, "1234": 2,
	} {
		if got := EstimateTokens([]byte(text)); got != want {
			t.Errorf("%q: got %d, want %d", text, got, want)
		}
	}
	// A rule line is little, whatever its length; text adds up.
	for sign, most := range map[string]int{"-": 8, "─": 60} {
		if got := EstimateTokens([]byte(strings.Repeat(sign, 400))); got > most {
			t.Errorf("400 times %q: got %d", sign, got)
		}
	}
	once := EstimateTokens([]byte("one more word. "))
	if got := EstimateTokens([]byte(strings.Repeat("one more word. ", 1000))); got < 900*once || got > 1000*once {
		t.Errorf("a thousand times %d tokens: got %d", once, got)
	}
}

func TestEstimateTokensAllocatesNothing(t *testing.T) { // F8
	text := []byte(strings.Repeat("Read `SKILL.md`, then 中文 and 17 more.\n", 100))
	if n := testing.AllocsPerRun(10, func() { EstimateTokens(text) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// The steps add up to what the runs of a text cost, of every start of it.
func TestTokenStepsAddUp(t *testing.T) { // F8
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		text := oddText(random, 60)
		for end := range len(text) + 1 {
			if got, _ := tokenCost(text[:end], math.MaxInt); got != costOfRuns(text[:end]) {
				t.Fatalf("%q costs %d, and its runs %d", text[:end], got, costOfRuns(text[:end]))
			}
		}
	}
}

// Windows add up to the same, and give way before any limit.
func TestTokenWindowsAddUp(t *testing.T) { // F8
	random := rand.New(rand.NewPCG(3, 4))
	for range 3000 {
		text := oddText(random, 1+random.IntN(500))
		if random.IntN(2) == 0 {
			at := random.IntN(len(text))
			text = slices.Concat(text[:at], []byte("─"), text[at:])
		}
		before, after, _ := bytes.Cut(text, []byte("─"))
		want := costOfRuns(before) + costOfRuns(after)
		if len(before) < len(text) {
			want += foreignCost('─')
		}
		if got, _ := tokenCost(text, math.MaxInt); got != want {
			t.Fatalf("%q costs %d, and its runs %d", text, got, want)
		}
		most := random.IntN(want + 1)
		sum, end := tokenCost(text, most)
		if got, _ := tokenCost(text[:max(end, 0)], math.MaxInt); end >= 0 && (sum <= most || got != sum) || end < 0 && want > most {
			t.Fatalf("%q costs more than %d behind %d: %d, %d", text, most, end, sum, got)
		}
		if end > 0 && text[end-1] < utf8.RuneSelf {
			if got, _ := tokenCost(text[:end-1], math.MaxInt); got > most {
				t.Fatalf("%q costs more than %d before %d", text, most, end)
			}
		}
	}
}

// oddText returns so many characters of all classes, in longer runs and shorter ones.
func oddText(random *rand.Rand, n int) []byte {
	const signs = "abcz7Z09AY  \t\n\r-*|@[`{/:\x00\x1f\x7f\v\f"
	text := make([]byte, n)
	same := 1 + random.IntN(4)
	for i := range text {
		if text[i] = signs[random.IntN(len(signs))]; i > 0 && random.IntN(same) > 0 {
			text[i] = text[i-1]
			if c := text[i]; 'a' <= c && c < 'z' && random.IntN(2) == 0 {
				text[i]++
			}
		}
	}
	return text
}

func costOfRuns(text []byte) (cost int) {
	for i := 0; i < len(text); {
		class, start := classOf(text[i]), i
		for i < len(text) && classOf(text[i]) == class {
			i++
		}
		if class == upper && i == start+1 {
			for class = lower; i < len(text) && classOf(text[i]) == lower; {
				i++
			}
		}
		cost += runCost(class, i-start)
		for at := start + 1; at < i && class == sign; at++ {
			if text[at] != text[at-1] {
				cost += otherSign
			}
		}
	}
	return cost
}

func TestTokensEnd(t *testing.T) { // F8
	for _, text := range []string{strings.Repeat("one more word, 中文中文 ── \n", 20), strings.Repeat("中", 50), strings.Repeat("🚀─", 50), strings.Repeat("-", 500)} {
		for most := range EstimateTokens([]byte(text)) + 2 {
			want := -1
			for end := range len(text) + 1 {
				if EstimateTokens([]byte(text)[:end]) > most && (end == len(text) || utf8.RuneStart(text[end])) {
					want = end
					break
				}
			}
			if got := TokensEnd([]byte(text), most); got != want {
				t.Fatalf("%.20q, at most %d: got %d, want %d", text, most, got, want)
			}
		}
	}
}

func BenchmarkEstimateTokens(b *testing.B) {
	for name, line := range map[string]string{
		"English": "Read what the tests of the module say, then tell the user how many are left.\n",
		"marked":  "## Read `SKILL.md` first\n\n- **One**: then, of the others, 17 more — see [a](b/c_d.md).\n",
		"mixed":   "Read `SKILL.md`, then 中文 and 17 more.\n",
	} {
		text := []byte(strings.Repeat(line, 1000))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				EstimateTokens(text)
			}
		})
	}
}
