// Starts Chromium, and watches what pages do that they must not.
import { chromium } from "playwright-core";

// launch starts a browser that ends with an interrupt.
export async function launch() {
	const browser = await chromium.launch({
		executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
		// Tests run as root where the sandbox cannot; the rest keeps the browser off the network.
		args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
			"--disable-component-update", "--disable-sync"],
	});
	process.once("SIGINT", () => browser.close().then(() => process.exit(1)));
	return browser;
}

// open returns a page of a new context, and what it does: everything in faults is one.
export async function open(browser, origin, options = {}) {
	const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
	context.setDefaultTimeout(30_000);
	const faults = [];
	const watch = (page) => {
		page.on("console", (m) => ["error", "warning"].includes(m.type()) && faults.push(`console: ${m.text()} at ${m.location().url}`));
		page.on("pageerror", (e) => faults.push(`script: ${e.message} at ${page.url()}`));
		page.on("dialog", (d) => { faults.push(`dialog: ${d.message()}`); d.dismiss(); });
	};
	context.on("page", watch);
	context.on("request", (r) => {
		const url = r.url();
		if (!url.startsWith(origin + "/") && !url.startsWith("data:image/")) faults.push(`request: ${url}`);
	});
	// Nothing leaves this machine, whatever a page asks for: the request is still seen above,
	// and a page that is answered by no content stays where it is.
	await context.route((url) => url.origin !== origin && url.protocol.startsWith("http"), (route) => route.fulfill({ status: 204 }));
	const page = await context.newPage();
	return { context, page, faults };
}

// check runs one named check of at most two minutes, and prints how it went and how many
// milliseconds it took, as one line of JSON, with what note says of it.
export async function check(name, run, note = () => undefined) {
	const start = performance.now();
	let fault, timer;
	const late = new Promise((_, reject) => (timer = setTimeout(reject, 120_000, new Error("not done after two minutes"))));
	try {
		await Promise.race([run(), late]);
	} catch (error) {
		fault = error.stack ?? String(error);
	}
	clearTimeout(timer);
	console.log(JSON.stringify({ name, fault, note: note(), ms: Math.round(performance.now() - start) }));
}

// equal throws where two values differ as JSON.
export function equal(got, want, what) {
	const [a, b] = [got, want].map((v) => JSON.stringify(v));
	if (a !== b) throw new Error(`${what}: got ${a}, want ${b}`);
}

export function truly(ok, what) {
	if (!ok) throw new Error(what);
}
