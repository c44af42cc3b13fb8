import type { World } from "@atrium/functions/testing/harness/world";
import type { BrowserContext, BrowserContextOptions } from "playwright-core";
import { issueConsoleLink } from "../../server/src/docs/link-codes.ts";

/**
 * Opens the console in a new browser.
 * @param width of the window, px. @param locale of the browser.
 * @returns also the problems that the browser reports, and every address that it requests.
 */
export async function openConsole(
  openBrowser: (options?: BrowserContextOptions) => Promise<BrowserContext>,
  width = 1280,
  locale = "en-GB",
) {
  const context = await openBrowser({ viewport: { width, height: 900 }, locale });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("dialog", (dialog) => {
    problems.push(`a script of the data opened a dialog: ${dialog.message()}`);
    return dialog.dismiss();
  });
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  page.on("console", (message) => {
    if (/Content Security Policy|Warning:/.test(message.text())) problems.push(message.text());
  });
  return { page, problems, requested };
}

/** A link that logs in to the workspace of a world. */
export function linkTo(w: Pick<World, "context" | "tenant">, url: string, readOnly: boolean): Promise<string> {
  return issueConsoleLink(w.context.store, url, { workspaceId: w.tenant.workspaceId, readOnly }, w.context.now());
}
