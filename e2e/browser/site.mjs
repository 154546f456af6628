// Usage: node site.mjs '{"url": …, "catalog": FILE, "looks": ["dark, 360 px"], "shots": DIR}'
// Uses a site of skills as people do, and prints one line of JSON for each check.
// url ends in a slash; looks are those in which pages are looked at; shots keeps pictures.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { readCatalog } from "./catalog.mjs";
import { check, equal, launch, open, truly } from "./chromium.mjs";
import { lookAt, looks } from "./looks.mjs";

const asked = JSON.parse(process.argv[2]);
const { url } = asked;
const origin = new URL(url).origin;
const { digest, skills, unlisted } = readCatalog(asked.catalog);
const browser = await launch();
const { context, page, faults } = await open(browser, origin);
await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin });

const sha = (bytes) => "sha256:" + createHash("sha256").update(bytes).digest("hex");
const oneLine = (text) => text.trim().split(/\s+/).join(" ");
const rows = (p) => p.locator("#list .rows li");
const shown = (p) => p.locator("#results li > a").allTextContents();
const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
const sorted = (list) => [...list].sort();
const go = (path) => page.goto(url + path, { waitUntil: "load" });
const file = (test) => skills.flatMap((s) => s.files).find(test);
const busy = [...skills].sort((a, b) => b.files.length - a.files.length)[0];

await check("index lists what is listed", async () => {
	await go("");
	const listed = await rows(page).evaluateAll((all) => all.map((li) => ({
		href: li.querySelector("a").href, name: li.querySelector("a").textContent, text: li.textContent,
	})));
	equal(sorted(listed.map((l) => l.href)), sorted(skills.map((s) => url + s.page)), "pages");
	for (const s of skills) {
		const row = listed.find((l) => l.href === url + s.page);
		equal(row.name, s.name, "name");
		for (const part of [s.path, s.description.slice(0, 60).trimEnd(), `${s.files.length} file`])
			truly(row.text.includes(part), `the row of ${s.path} has no ${JSON.stringify(part)}: ${row.text}`);
	}
	const text = await page.content();
	for (const s of unlisted) truly(!text.includes(s.path), `${s.path} is not listed, but shown`);
});

await check("footer has the catalog's digest", async () => {
	truly((await page.locator("footer").innerHTML()).includes(digest), "no digest");
});

await check("filter by text, whole descriptions too", async () => {
	await go("");
	// A word from the end of a description, where the index has long cut it off.
	const tails = skills.map((s) => s.description.split(/[^a-z]+/i).filter((w) => w.length > 5).pop());
	for (const word of tails) {
		await page.fill("#q", word);
		const want = skills.filter((s) => (s.path + "\n" + s.description).toLowerCase().includes(word.toLowerCase()));
		await page.waitForFunction((n) => document.querySelectorAll("#results li").length === n, want.length)
			.catch(async () => equal(sorted(await shown(page)), sorted(want.map((s) => s.name)), `found for ${word}`));
		equal(sorted(await shown(page)), sorted(want.map((s) => s.name)), `found for ${word}`);
		truly((await page.locator("#count").textContent()).startsWith(`${want.length} of ${skills.length}`), "count");
	}
	equal(await page.locator("#count").evaluate((e) => !!e.closest("[aria-live], [role=status]")), true, "the count is told");
	await page.fill("#q", "no such thing anywhere");
	equal(await shown(page), [], "found for nonsense");
});

await check("filter by prefix, and back", async () => {
	await go("");
	const link = page.locator("#prefixes a").nth(1);
	const prefix = new URLSearchParams((await link.evaluate((a) => a.hash)).slice(1)).get("in");
	const want = skills.filter((s) => s.path.startsWith(prefix + "/"));
	truly(want.length > 0 && want.length < skills.length, `the prefix ${prefix} chooses nothing`);
	await link.click();
	equal(sorted(await shown(page)), sorted(want.map((s) => s.name)), "found");
	equal(await link.getAttribute("aria-current"), "true", "aria-current");
	await page.reload({ waitUntil: "load" });
	equal(sorted(await shown(page)), sorted(want.map((s) => s.name)), "found after a reload");
	await page.goBack();
	await page.waitForFunction(() => !document.getElementById("list").hidden);
});

await check("keyboard walk", async () => {
	await go("");
	const focused = () => page.evaluate(() => {
		const e = document.activeElement;
		const style = getComputedStyle(e);
		return { text: e.textContent.trim(), id: e.id, href: e.href, outline: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0, box: e.getBoundingClientRect().toJSON() };
	});
	await page.keyboard.press("Tab");
	const first = await focused();
	truly(/^skip/i.test(first.text) && first.box.width > 10 && first.box.top >= 0, `the first stop is ${JSON.stringify(first)}, want a visible skip link`);
	const order = [];
	for (let i = 0; i < 120; i++) {
		const at = await focused();
		truly(at.outline, `no visible focus on ${JSON.stringify(at)}`);
		order.push(at);
		if (at.href === url + skills.at(-1).page) break;
		await page.keyboard.press("Tab");
	}
	const reached = new Set(order.map((o) => o.href));
	const beforeLast = await rows(page).locator("a").evaluateAll((all) => all.map((a) => a.href));
	for (const href of beforeLast.slice(0, beforeLast.indexOf(url + skills.at(-1).page))) truly(reached.has(href), `${href} is not reached by Tab`);
	truly(order.some((o) => o.id === "q"), "the filter is not reached by Tab");
	await page.evaluate(() => document.activeElement.blur());
	await page.keyboard.press("/");
	equal((await focused()).id, "q", "focus after /");
	await page.keyboard.type(busy.name);
	await page.waitForFunction(() => document.querySelectorAll("#results li").length > 0);
	await page.keyboard.press("ArrowDown");
	equal((await focused()).href, url + busy.page, "focus after the arrow");
	await page.keyboard.press("Escape");
	equal(await page.inputValue("#q"), "", "filter after Escape");
	await page.keyboard.type(busy.name);
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("Enter");
	await page.waitForURL(url + busy.page);
});

await check("skill pages", async () => {
	for (const s of skills) {
		await go(s.page);
		equal(await page.locator("h1").allTextContents(), [s.name], "h1");
		truly((await page.title()).includes(s.name), "title");
		const text = oneLine(await page.locator("main").innerText());
		for (const part of [oneLine(s.description), s.uri]) truly(text.includes(part), `no ${part} on ${s.page}`);
		const table = page.locator("[aria-labelledby=files] table").first();
		const links = await table.locator("a").evaluateAll((all) => all.map((a) => ({ href: a.href, download: a.download, raw: a.hasAttribute("download") })));
		const html = await table.innerHTML();
		equal(sorted(links.filter((l) => l.href.startsWith(url + "view/")).map((l) => l.href)), sorted(s.files.map((f) => url + f.view)), `files of ${s.path}`);
		for (const f of s.files) truly(html.includes(f.digest), `no digest of ${f.uri}`);
		equal(links.filter((l) => l.raw).length, s.files.length, "downloads");
		const keys = await page.locator("[aria-labelledby=frontmatter] tr > th").allTextContents();
		equal(keys, Object.keys(s.frontmatter), "frontmatter");
	}
});

await check("table of contents", async () => {
	await go(busy.page);
	const links = await page.locator("nav.toc a").evaluateAll((all) => all.map((a) => a.hash));
	truly(links.length > 5, "few entries");
	for (const hash of links) truly(await page.locator("id=" + decodeURIComponent(hash.slice(1))).count(), `${hash} leads nowhere`);
	await page.locator("nav.toc a").nth(3).click();
	const top = await page.evaluate(() => document.getElementById(decodeURIComponent(location.hash.slice(1))).getBoundingClientRect().top);
	truly(top >= 0 && top < 900, `the heading is at ${top}`);
});

await check("downloads are the bytes of the catalog", async () => {
	await go(busy.page);
	for (const f of busy.files) {
		const row = page.locator("[aria-labelledby=files] tr", { has: page.locator(`a[href$="view/${new URL(url + f.view).pathname.split("/view/")[1]}"]`) });
		const [download] = await Promise.all([page.waitForEvent("download"), row.locator("a[download]").click()]);
		equal(download.suggestedFilename(), f.path.split("/").pop(), "file name");
		equal(sha(await readFile(await download.path())), f.digest, f.uri);
	}
});

// rawOf finds where a view has the bytes of its file.
async function rawOf(f) {
	const html = await (await context.request.get(url + f.view)).text();
	const [, href] = /<a href="([^"]+)" download=/.exec(html);
	return context.request.get(new URL(href, url + f.view).href);
}

await check("every raw file has its digest", async () => {
	for (const f of new Map(skills.flatMap((s) => s.files).map((f) => [f.digest, f])).values()) {
		const answer = await rawOf(f);
		equal(sha(await answer.body()), f.digest, f.uri);
	}
});

await check("view of markdown", async () => {
	const f = file((f) => f.path.endsWith(".md") && f.path.includes("/"));
	await go(f.view);
	truly(await page.locator(".prose h2, .prose h3").count(), "no headings");
	const text = await (await rawOf(f)).text();
	equal(await page.locator("#source ~ pre, [aria-labelledby=source] pre").first().textContent(), text, "source");
});

await check("view of a script", async () => {
	const f = file((f) => f.path.endsWith(".py"));
	await go(f.view);
	truly(await page.locator("pre .tk").count(), "no highlighting");
	const code = page.locator("[aria-labelledby=source] pre").first();
	const text = await (await context.request.get(await page.locator("a[download]").first().evaluate((a) => a.href))).text();
	equal(await code.textContent(), text, "text");
	await page.goto(url + f.view + "#L3");
	const third = await page.locator("id=L3").evaluate((e) => [getComputedStyle(e, "::before").content, e.getBoundingClientRect().top]);
	truly(third[0].includes("counter"), `no line number: ${third[0]}`);
});

const png = file((f) => f.type === "image/png");
const named = (name) => file((f) => f.path === name);

for (const [what, f] of [["a raster image", png], ["an SVG", named("assets/logo.svg")]]) {
	await check("view of " + what, async () => {
		await go(f.view);
		const size = await page.locator("main img").evaluate((img) => [img.complete, img.naturalWidth, img.alt]);
		truly(size[0] && size[1] > 0 && size[2] !== "", `the image is ${size}`);
		equal(await page.locator("pre.code").count(), f === png ? 0 : 1, "sources");
	});
}

// hexOf is the head of a file as its view has to show it.
async function sameHex(f) {
	await go(f.view);
	const bytes = await (await rawOf(f)).body();
	const text = await page.locator("[aria-labelledby=bytes]").innerText();
	const shown = [...text.matchAll(/\b[0-9a-f]{2}(?= )/g)].map(([x]) => x).slice(0, 16).join("");
	equal(shown, bytes.subarray(0, 16).toString("hex").slice(0, shown.length), "hex");
	truly(shown.length > 20, `hex is ${text.slice(0, 200)}`);
	equal(await page.locator("pre.code").count(), 0, "texts");
}

await check("view of other bytes", () => sameHex(named("assets/colours.ase")));

await check("view of an empty file", async () => {
	await go(named("assets/.keep").view);
	truly((await page.locator("main").innerText()).includes("The file is empty"), "not told");
	equal(await page.locator("pre, img").count(), 0, "contents");
});

await check("view of Latin-1", () => sameHex(named("references/agb.txt")));

await check("view of a text that is too long", async () => {
	await go(named("references/log.txt").view);
	equal(await page.locator("pre span[id]").count(), 3, "lines");
	truly((await page.locator("main").innerText()).includes("too large to be shown whole"), "not told");
	await go(named("references/many.txt").view);
	equal(await page.locator("pre span[id]").count(), 20_000, "lines");
	truly((await page.locator("main").innerText()).includes("too large to be shown whole"), "not told");
});

await check("copy", async () => {
	await go(busy.page);
	await page.locator(`button.copy[data-copy="${busy.uri}"]`).click();
	equal(await clipboard(), busy.uri, "clipboard");
	truly(/copied/i.test(await page.locator("#status").textContent()), "not told");
	const f = busy.files.at(-1);
	await page.locator(`button.copy[data-copy="${f.digest}"]`).first().click();
	equal(await clipboard(), f.digest, "clipboard");
});

await check("overview adds up", async () => {
	await go("overview/");
	const total = skills.reduce((sum, s) => sum + s.files.length, 0);
	truly(await page.locator("main svg").count(), "no picture");
	for (const s of skills.slice(0, 3)) truly((await page.locator("main").innerText()).includes(s.name), `no ${s.name}`);
	truly(total > 0, "no files");
});

await check("not found", async () => {
	const response = await page.goto(url + "no/such/page/");
	equal(response.status(), 404, "status");
	faults.splice(0, faults.length, ...faults.filter((f) => !f.includes("404 (Not Found)")));
	await page.locator("main a").first().click();
	await page.waitForURL(url);
});

await check("scripts off", async () => {
	const plain = await open(browser, origin, { javaScriptEnabled: false });
	await plain.page.goto(url);
	truly(!(await plain.page.locator("#q").isVisible()), "the filter is shown, and does nothing");
	equal(await rows(plain.page).count(), skills.length, "rows");
	truly((await plain.page.locator("#list h2").count()) > 1, "no groups");
	await rows(plain.page).locator("a").first().click();
	for (const button of await plain.page.locator("button").all()) truly(!(await button.isVisible()), "a button that does nothing");
	await plain.page.locator("[aria-labelledby=files] table a").first().click();
	truly(plain.page.url().startsWith(url + "view/"), plain.page.url());
	equal(plain.faults, [], "faults");
	await plain.context.close();
});

await check("nothing was asked of others, and the console is silent", () => equal(faults, [], "faults"));

// The order is that of the keys: numbers first.
const pages = {
	index: "", overview: "overview/", skill: busy.page, nested: skills.find((s) => skills.some((o) => o !== s && s.path.startsWith(o.path + "/"))).page,
	markdown: file((f) => f.path.endsWith(".md") && f.path.includes("/")).view, script: file((f) => f.path.endsWith(".py")).view,
	image: png.view, svg: named("assets/logo.svg").view, hex: named("assets/colours.ase").view, empty: named("assets/.keep").view,
	"latin-1": named("references/agb.txt").view, long: named("references/log.txt").view, filtered: "#q=release", 404: "no/such/page/",
};
await lookAt(browser, { ...asked, origin }, pages, looks.filter((l) => asked.looks.includes(l.name)));
await browser.close();
