import type { QueryClient } from "@tanstack/react-query";
import { contractQuery } from "../forms/contract.ts";
import { pageEntries } from "../pages.ts";

/** Time for the first page to load its content, ms. */
const FIRST_PAGE = 500;

/** Loads the other pages and the contract while the browser is idle, so that opening them later need not wait. */
export async function preloadPages(queries: QueryClient): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, FIRST_PAGE));
  for (const { load } of pageEntries) {
    await idle();
    // A page that can't be preloaded is loaded when it is opened, and shows the error then.
    await load().catch(() => undefined);
  }
  await queries.prefetchQuery(contractQuery);
}

/** Resolves when the browser is idle; at once if the browser does not support this. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve);
  });
}
