import { chromium } from "playwright-core";
import { chromiumPath } from "../../server/testing/chromium-path.ts";
import type { Options } from "../figure.ts";
import { startProduct } from "../server-process.ts";
import { makeTenant } from "../tenant.ts";
import { consolePages, filling } from "./pages.ts";
import { ConsoleTab } from "./tab.ts";

/** How many times each tab goes through all pages. */
const TIMES = 5;

/** The console's times and sizes in a browser. */
export interface ConsoleTimes {
  /** First loads of the overview with an empty cache. */
  loads: { ms: number; kilobytes: number }[];
  /** Layout shifts of each page when loaded by its address, by title. */
  shifts: Record<string, number>;
  /** Times of changes to each page in ms, by title. */
  changes: Record<string, number[]>;
}

/** Opens every page of the console in Chromium, for a tenant with 100,000 documents. */
export async function measureConsole({ rounds }: Options): Promise<ConsoleTimes> {
  const tenant = await makeTenant(filling);
  const server = await startProduct(tenant.folder);
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox"] });
  const pages = consolePages(tenant.headers["x-service-api-key"] ?? "");
  const overview = pages.at(-1);
  const times: ConsoleTimes = { loads: [], shifts: {}, changes: {} };
  try {
    if (!overview) throw new Error("There is no page to begin with.");
    for (let round = 0; round < rounds; round++) {
      const tab = await ConsoleTab.open(browser, server.url, tenant.workspace);
      times.loads.push(await tab.load(overview));
      await tab.look();
      for (let time = 0; time < TIMES; time++)
        for (const page of pages) {
          times.changes[page.title] ??= [];
          times.changes[page.title]?.push(await tab.change(page));
        }
      await tab.close();
    }
    for (const page of pages) {
      const tab = await ConsoleTab.open(browser, server.url, tenant.workspace);
      await tab.load(page);
      times.shifts[page.title] = await tab.shift();
      await tab.close();
    }
    return times;
  } finally {
    await browser.close();
    await server.stop();
  }
}
