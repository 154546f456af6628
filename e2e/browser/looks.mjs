// How every kind of page looks: light and dark, on a phone and on a wide screen.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { check, equal, open, truly } from "./chromium.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const looks = [
	{ name: "light, 1440 px", colorScheme: "light", viewport: { width: 1440, height: 900 } },
	{ name: "dark, 1440 px", colorScheme: "dark", viewport: { width: 1440, height: 900 } },
	{ name: "light, 360 px", colorScheme: "light", viewport: { width: 360, height: 740 } },
	{ name: "dark, 360 px", colorScheme: "dark", viewport: { width: 360, height: 740 } },
];

// violations runs axe-core with every rule for WCAG 2.2 AA and its best practices.
export async function violations(page) {
	await page.evaluate(axe);
	const result = await page.evaluate(() => axe.run(document, {
		runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
		resultTypes: ["violations"],
	}));
	return result.violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => `${n.target} (${n.failureSummary})`).join("; ")}`);
}

// fits throws where the page is wider than the window.
export async function fits(page) {
	const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
	truly(content <= window, `${page.url()} is ${content} px wide in a window of ${window}`);
}

// luminance of the page's background, 0 is black and 1 is white.
const luminance = (page) => page.evaluate(() => {
	const paint = (e) => getComputedStyle(e).backgroundColor.match(/[\d.]+/g).map(Number);
	const colors = [paint(document.body), paint(document.documentElement)].filter((c) => c.length === 3 || c[3] > 0);
	return colors[0].slice(0, 3).reduce((sum, c) => sum + c, 0) / 3 / 255;
});

// lookAt opens each page in each look, has axe-core judge it, and keeps a picture where
// there is a folder for them. pages maps names to paths.
export async function lookAt(browser, { origin, url, shots }, pages, chosen) {
	for (const look of chosen) {
		const { context, page, faults } = await open(browser, origin, look);
		for (const [name, path] of Object.entries(pages)) {
			await check(`${name} in ${look.name}`, async () => {
				const response = await page.goto(url + path, { waitUntil: "load" });
				equal(response.status(), name === "404" ? 404 : 200, "status");
				await fits(page);
				equal((await luminance(page)) > 0.5, look.colorScheme === "light", "a light background");
				equal(await violations(page), [], "violations");
				// The one thing that the console says by itself.
				const said = faults.splice(0).filter((f) => !(name === "404" && f.includes("404 (Not Found)")));
				equal(said, [], "faults");
				if (shots) await page.screenshot({ path: join(shots, `${name} ${look.name}.png`.replaceAll(/[ ,]+/g, "-")), fullPage: look.viewport.width === 360 });
			});
		}
		await context.close();
	}
}
