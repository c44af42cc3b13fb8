import { existsSync } from "node:fs";
import { onTestFinished } from "@atrium/functions/testing/harness/cleanup";
import { type Browser, chromium } from "playwright-core";

const usualPaths = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** Where a Chromium is installed; undefined where there is none. `CHROMIUM` in the environment names another. */
const chromiumPath = usualPaths.find((path) => path && existsSync(path));

/** Why tests in a browser are skipped; false where they run. */
export const noBrowser = chromiumPath
  ? false
  : "there is no Chromium at the usual paths; install the package chromium or set CHROMIUM";

/** Starts Chromium without a window; it ends with the test. */
export async function startBrowser(): Promise<Browser> {
  if (!chromiumPath) throw new Error("there is no Chromium");
  // Without a sandbox of its own: containers seldom allow one, and nothing is opened but our page.
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox"] });
  onTestFinished(() => browser.close());
  return browser;
}
