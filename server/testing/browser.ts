import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { type Browser, chromium } from "playwright-core";
import { chromiumPath } from "./chromium-path.ts";

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
