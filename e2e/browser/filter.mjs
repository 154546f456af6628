// Usage: node filter.mjs '{"url": …, "catalog": FILE}'
// Measures how soon the filter of a large index answers: from the event of a key to the frame
// that shows the answer. Prints one line of JSON for each check.
import { readCatalog } from "./catalog.mjs";
import { check, equal, launch, open, truly } from "./chromium.mjs";

const asked = JSON.parse(process.argv[2]);
const { skills } = readCatalog(asked.catalog);
const browser = await launch();
const { page, faults } = await open(browser, new URL(asked.url).origin);

// watch keeps for each key the milliseconds from its event until after the next frame.
const watch = () => {
	window.took = [];
	document.addEventListener("input", ({ inputType }) => {
		if (inputType !== "insertText") return; // not a key
		const start = performance.now();
		requestAnimationFrame(() => {
			const { port1, port2 } = new MessageChannel();
			port1.onmessage = () => took.push(performance.now() - start); // after the frame is painted
			port2.postMessage(null);
		});
	}, { capture: true });
};

// From what most skills have to what none has, letter by letter and back.
const typed = ["e", "release 17", "design growth of", "knows how", "number 2999", "zzzz", "mobile platform check"];

const middle = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

let told;

// hold throws where the filter is too slow in the middle of all keys, the first among them.
function hold(times, first) {
	told = `median ${middle(times).toFixed(1)} ms, longest ${Math.max(...times).toFixed(1)} ms, first ${first.map((t) => t.toFixed(1)).join(", ")} ms, ${times.length} keys`;
	truly(middle(times) < 50, `${told}; want a median below 50 ms`);
}

await check("what is typed is found", async () => {
	await page.goto(asked.url, { waitUntil: "load" });
	await page.locator("#q").focus();
	for (const text of typed) {
		await page.locator("#q").fill("");
		await page.keyboard.type(text);
		const words = text.split(" ");
		const want = skills.filter((s) => words.every((w) => (s.path + "\n" + s.description).toLowerCase().includes(w))).length;
		await page.waitForFunction((n) => document.getElementById("count").textContent.startsWith(n), `${want} of `)
			.catch(async () => { throw new Error(`${await page.locator("#count").textContent()} for ${text}, want ${want}`); });
	}
	equal(faults, [], "faults");
});

await check("answers within 50 ms", async () => {
	// A page of its own, which has to fetch and read what it searches.
	await page.goto("about:blank");
	await page.goto(asked.url, { waitUntil: "load" });
	const ready = page.waitForResponse((r) => r.url().includes("/search-"));
	await page.locator("#q").focus();
	await (await ready).finished();
	await page.evaluate(() => new Promise((done) => setTimeout(done)));
	await page.evaluate(watch);
	// One key after the other is answered, as nobody types before the next frame.
	let keys = 0;
	for (const text of typed) {
		await page.locator("#q").fill("");
		for (const key of text) {
			await page.keyboard.type(key);
			await page.waitForFunction((n) => took.length === n, ++keys, { polling: 5 });
		}
	}
	const times = await page.evaluate(() => took);
	hold(times, times.slice(0, 3));
}, () => told);

await browser.close();
