import type { Browser, Page } from "playwright-core";
import type { WorkspaceCredentials } from "../tenant.ts";
import { inPage } from "./in-page.ts";
import type { ConsolePage } from "./pages.ts";

/** A tab of the console, logged in to the workspace of a tenant. */
export class ConsoleTab {
  private readonly page: Page;
  private readonly url: string;

  private constructor(page: Page, url: string) {
    this.page = page;
    this.url = url;
  }

  /** A tab with an empty cache that shows nothing yet. */
  static async open(browser: Browser, url: string, workspace: WorkspaceCredentials): Promise<ConsoleTab> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-GB" });
    const page = await context.newPage();
    const login = JSON.stringify({ kind: "token", ...workspace });
    await page.addInitScript(`sessionStorage.setItem("atrium-console-login", ${JSON.stringify(login)})`);
    await page.addInitScript(inPage);
    return new ConsoleTab(page, url);
  }

  /** Loads a page by its address. @returns ms until it was drawn and the main thread was free, and kB on the wire until then. */
  async load(page: ConsolePage): Promise<{ ms: number; kilobytes: number }> {
    const network = await this.page.context().newCDPSession(this.page);
    let bytes = 0;
    network.on("Network.loadingFinished", ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await network.send("Network.enable");
    await this.page.goto(`${this.url}${page.path}${page.search ?? ""}`);
    const drawn = await this.page.evaluate<number>(`measured.drawn(${JSON.stringify(page)})`);
    const kilobytes = bytes / 1000;
    await network.detach();
    await this.page.waitForTimeout(300);
    return { ms: Math.max(drawn, await this.page.evaluate<number>("measured.busyUntil")), kilobytes };
  }

  /** Waits for as long as a person would look at the first page; meanwhile the console loads the others. */
  look(): Promise<void> {
    return this.page.waitForTimeout(1_500);
  }

  /** The sum of the layout shifts since the tab loaded a page by its address. */
  shift(): Promise<number> {
    return this.page.evaluate<number>("measured.shift");
  }

  /** Clicks the link to a page. @returns ms until the page was drawn. */
  async change(page: ConsolePage): Promise<number> {
    const ms = await this.page.evaluate<number>(`measured.change(${JSON.stringify(page)})`);
    await this.page.waitForTimeout(50);
    return ms;
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}
