import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { afterAll } from "@jest/globals";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";
import { chromiumPath } from "./chromium-path.ts";

/** Why browser tests are skipped; false when they run. */
export const noBrowser = chromiumPath
  ? false
  : "there is no Chromium at the usual paths; install the package chromium or set CHROMIUM";

/**
 * Chromium without a window for the tests of a file, which calls this where it begins; the first test starts it.
 * @returns a function that gives a test a profile of its own, which is closed with the test.
 */
export function browserOfFile(): (options?: BrowserContextOptions) => Promise<BrowserContext> {
  let browser: Promise<Browser> | undefined;
  afterAll(async () => (await browser)?.close());
  return async (options) => {
    if (!chromiumPath) throw new Error("there is no Chromium");
    // Without its sandbox, because containers seldom allow one, and only our page is opened. A process for graphics draws nothing here.
    const args = ["--no-sandbox", "--disable-gpu", "--in-process-gpu"];
    browser ??= chromium.launch({ executablePath: chromiumPath, args });
    const context = await (await browser).newContext(options);
    onTestFinished(() => context.close());
    return context;
  };
}
