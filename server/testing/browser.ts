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

/** The path of an installed Chromium; undefined when there is none. `CHROMIUM` in the environment names another. */
const chromiumPath = usualPaths.find((path) => path && existsSync(path));

/** Why browser tests are skipped; false when they run. */
export const noBrowser = chromiumPath
  ? false
  : "there is no Chromium at the usual paths; install the package chromium or set CHROMIUM";

/** Starts Chromium without a window; it ends with the test. */
export async function startBrowser(): Promise<Browser> {
  if (!chromiumPath) throw new Error("there is no Chromium");
  // Without its sandbox, because containers seldom allow one, and only our page is opened.
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox"] });
  onTestFinished(() => browser.close());
  return browser;
}
