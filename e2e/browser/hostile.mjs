// Usage: node hostile.mjs '{"url": …, "catalog": FILE, "huge": true}'
// Visits every page of a site of hostile skills, among them one called calm that is not, and
// checks that they change nothing but their own text. huge has it visit the pages of megabytes
// rather than filter and follow links. Prints one line of JSON for each check.
import { readCatalog } from "./catalog.mjs";
import { check, equal, launch, open, truly } from "./chromium.mjs";
import { frame, intrusions, prod } from "./frame.mjs";

const { url, catalog, huge } = JSON.parse(process.argv[2]);
const origin = new URL(url).origin;
const { skills } = readCatalog(catalog);
const browser = await launch();
const { context, page, faults } = await open(browser, origin);

const own = {
	index: ["main", "status", "filter", "q", "count", "keys", "list", "results", "more", "prefixes"],
	overview: ["main", "status", "map-title", "map-desc", "prefixes", "types", "largest", "near", "doubles"],
	missing: ["main", "status"],
	skill: ["main", "status", "instructions", "frontmatter", "files", "connect", "limits", "tokens", "links"],
	view: ["main", "status", "source", "bytes"],
};
const skillAt = (name) => skills.find((s) => s.path === name);
const calm = {};
let slowest = { seconds: 0 };

const devtools = await context.newCDPSession(page);
await devtools.send("Performance.enable", { timeDomain: "threadTicks" });

// spent is how many seconds of a processor the page has had.
async function spent() {
	const { metrics } = await devtools.send("Performance.getMetrics");
	return metrics.find((m) => m.name === "TaskDuration").value;
}

// visit opens a page and throws what is wrong with it.
async function visit(path, kind) {
	const before = await spent();
	const response = await page.goto(url + path, { waitUntil: "load", timeout: 100_000 });
	const after = await spent();
	const seconds = after < before ? after : after - before; // the count may begin anew with a page
	if (seconds > slowest.seconds) slowest = { seconds, path: path.slice(-60) };
	equal(response.status(), kind === "missing" ? 404 : 200, "status of " + path);
	await untouched(kind);
}

// What the console says of pages that are not there, some time later.
const nowhere = ["%3Cscript%3Epwned=1%3C/script%3E/", "view/%22onload=%22pwned=1", "skills/__proto__/"];
const isMissing = (fault) => nowhere.some((path) => fault.endsWith("404 (Not Found) at " + url + path));

// untouched throws where the open page is not the site's own but for text.
async function untouched(kind) {
	const address = () => page.evaluate(() => location.href);
	const before = await address();
	equal(await page.evaluate(intrusions, own[kind]), [], before);
	const got = await page.evaluate(frame);
	equal(got.free, [true, true, true], "links of the site that can be clicked on " + before);
	for (const key of Object.keys(calm)) equal(got[key], calm[key], `${key} of ${before}`);
	await page.evaluate(prod);
	equal([await address(), context.pages().length, await page.evaluate(() => window.pwned ?? null)], [before, 1, null], "address, pages and scripts");
	equal(faults.splice(0).filter((f) => !isMissing(f)), [], "faults of " + before);
}

await check("a harmless skill", async () => {
	await page.goto(url + skillAt("calm").page);
	Object.assign(calm, await page.evaluate(frame));
	for (const f of skillAt("calm").files) await visit(f.view, "view");
});

await check("index", () => visit("", "index"));

if (!huge) await check("filter", async () => {
	for (const text of ["script", "<img src=x onerror=pwned=1>", "(", "[", "\\", "$&", "</li>", ".*", "__proto__", "\u202e", "a".repeat(5000)]) {
		await page.fill("#q", text);
		await untouched("index");
	}
	for (const hash of ["#q=%3Cimg%20src%3Dx%20onerror%3Dpwned%3D1%3E&in=%3Cb%3E", "#in=__proto__", "#q=%", "#javascript:pwned=1", "#q", "#main"]) {
		await visit("", "index");
		await page.evaluate((h) => (location.hash = h), hash);
		await untouched("index");
		await page.reload();
		await untouched("index");
	}
});

await check("overview", () => visit("overview/", "overview"));

await check("no page", async () => {
	for (const path of nowhere) await visit(path, "missing");
});

const isHuge = (s) => s.path.startsWith("huge");

await check("pages of skills", async () => {
	for (const s of skills) if (!isHuge(s)) await visit(s.page, "skill");
});

await check("views", async () => {
	for (const f of skills.filter((s) => !isHuge(s)).flatMap((s) => s.files)) {
		// The same bytes behind both doors: at the second it is enough that odd names lead to them.
		if (huge && f.path.startsWith("names/")) equal((await context.request.get(url + f.view)).status(), 200, f.view);
		else await visit(f.view, "view");
	}
});

// follow clicks on a link and returns where that leads.
async function follow(link, from) {
	const href = await link.evaluate((a) => a.href);
	const to = new URL(href);
	if (to.protocol === "mailto:") return;
	const hash = href.includes("#") && href.replace(/#.*/s, "") === from;
	const arrived = hash ? null : to.origin === origin ? page.waitForNavigation({ waitUntil: "load" }) : page.waitForEvent("request", (r) => r.isNavigationRequest());
	await Promise.all([arrived, link.evaluate((a) => a.click())]);
	if (to.origin === origin) {
		await page.evaluate(prod);
		equal(await page.evaluate(() => window.pwned ?? null), null, "pwned after " + href);
		return;
	}
	// The request was seen, which it may be after a click.
	faults.splice(0, faults.length, ...faults.filter((f) => f !== "request: " + href.replace(/#.*/s, "")));
}

if (!huge) await check("links", async () => {
	const followed = new Set();
	const paths = [skillAt("evil").page, skillAt("evil").files.find((f) => f.path === "references/front.md").view];
	for (const path of paths) {
		await page.goto(url + path);
		const links = await page.locator(".prose a[href], table.fields a[href]").evaluateAll((all) => [...new Map(all.map((a, i) => [a.href, i]))]);
		truly(links.length > 10, `only ${links.length} links`);
		for (const [href, i] of links) {
			if (followed.has(href)) continue;
			followed.add(href);
			if (page.url() !== url + path) await page.goto(url + path);
			await follow(page.locator(".prose a[href], table.fields a[href]").nth(i), url + path);
			equal([context.pages().length, faults.splice(0)], [1, []], `pages and faults after link ${i}`);
		}
	}
});

await check("files by their addresses", async () => {
	const names = [".well-known/agent-skills/index.json", ".well-known/agent-skills/lone/SKILL.md", "llms.txt"];
	await page.goto(url);
	names.push(...(await page.locator("#filter").getAttribute("data-search")).split(" "));
	for (const s of ["evil", "lone"].map(skillAt)) {
		await page.goto(url + s.page);
		names.push(...await page.locator("a[download]").evaluateAll((all, base) => all.map((a) => a.href.slice(base.length)), url));
	}
	let kept = 0;
	for (const name of new Set(names)) {
		await page.goto("about:blank");
		const opened = await page.goto(url + name).catch((e) => e.message);
		if (typeof opened === "string") {
			truly(opened.includes("Download is starting"), `${name}: ${opened}`);
			kept++;
		} else {
			equal(opened.status(), 200, name);
			truly(!/html|svg|xml/.test(opened.headers()["content-type"]), `${name} is ${opened.headers()["content-type"]}`);
			equal(await page.evaluate(() => window.pwned ?? null), null, "pwned in " + name);
		}
		// The page in which a browser shows an image has styles of the browser's own, which it blocks.
		const benign = (f) => f.includes("favicon.ico") || (name.endsWith(".png") && f.includes("Applying inline style"));
		equal([context.pages().length, faults.splice(0).filter((f) => !benign(f))], [1, []], `pages and faults after ${name}`);
	}
	truly(kept > 7, `only ${kept} are downloads`);
});

if (huge) {
	await check("huge", () => visit(skillAt("huge").page, "skill"));
	const files = skills.filter(isHuge).flatMap((s) => s.files).filter((f) => f.size > 1e6);
	for (const f of files) await check("huge " + f.path, () => visit(f.view, "view"));
}

const longest = () => `${slowest.seconds.toFixed(1)} s of a processor for …${slowest.path}`;
if (huge) await check("a page of megabytes takes less than 10 s of a processor", () => truly(slowest.seconds > 0 && slowest.seconds < 10, longest()), longest);

await browser.close();
