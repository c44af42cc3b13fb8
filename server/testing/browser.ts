import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { afterAll } from "@jest/globals";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";
import { chromiumPath } from "./chromium-path.ts";

/** Why browser tests are skipped; false when they run. */
export const noBrowser = chromiumPath
  ? false
  : "there is no Chromium at the usual paths; install the package chromium or set CHROMIUM";

const flags = [
  // Containers seldom allow a sandbox, and only our pages are opened.
  "--no-sandbox",
  // A process for graphics draws nothing here.
  "--disable-gpu",
  "--in-process-gpu",
  // Pages that trust each other share a process: one for each page, and one in reserve, took a sixth more time.
  "--disable-site-isolation-trials",
  "--process-per-site",
  "--renderer-process-limit=1",
];

/**
 * Chromium without a window for the tests of a file, which calls this where it begins; the first test starts it.
 * @returns a function that gives a test a profile of its own, which is closed with the test.
 */
export function browserOfFile(): (options?: BrowserContextOptions) => Promise<BrowserContext> {
  let browser: Promise<Browser> | undefined;
  afterAll(async () => (await browser)?.close());
  return async (options) => {
    if (!chromiumPath) throw new Error("there is no Chromium");
    browser ??= chromium.launch({ executablePath: chromiumPath, args: flags });
    const context = await (await browser).newContext(options);
    onTestFinished(() => context.close());
    return context;
  };
}
