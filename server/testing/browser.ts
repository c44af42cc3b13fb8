import { existsSync } from "node:fs";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { afterAll } from "@jest/globals";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";
import { chromiumPath } from "./chromium-path.ts";

/** Chromium without the interface for people, which takes tests half the processor time. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";
const browserPath = !process.env.CHROMIUM && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : chromiumPath;

/** Why browser tests are skipped; false if they run. */
export const noBrowser = browserPath
  ? false
  : "there is no Chromium at the usual paths; install the package chromium or set CHROMIUM";

const flags = [
  // Containers rarely allow a sandbox, and only our own pages are opened.
  "--no-sandbox",
  // A separate graphics process is useless here.
  "--disable-gpu",
  "--in-process-gpu",
  // Pages that trust each other share a process: a process for each page, and one in reserve, took a sixth more time.
  "--disable-site-isolation-trials",
  "--process-per-site",
  "--renderer-process-limit=1",
];

/**
 * Headless Chromium for the tests of a file, which calls this at its top; the first test starts it.
 * @returns a function that gives a test its own browser context, which is closed when the test ends.
 */
export function browserOfFile(): (options?: BrowserContextOptions) => Promise<BrowserContext> {
  let browser: Promise<Browser> | undefined;
  afterAll(async () => (await browser)?.close());
  return async (options) => {
    if (!browserPath) throw new Error("there is no Chromium");
    browser ??= chromium.launch({ executablePath: browserPath, args: flags });
    const context = await (await browser).newContext(options);
    onTestFinished(() => context.close());
    return context;
  };
}
