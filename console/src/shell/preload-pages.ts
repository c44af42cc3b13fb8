import type { QueryClient } from "@tanstack/react-query";
import { contractQuery } from "../forms/contract.ts";
import { pageEntries } from "../pages.ts";

/** Time for the first page to load what it shows, ms. */
const FIRST_PAGE = 500;

/** Loads the other pages and the contract while nothing else happens, so that the first change to a page need not wait for them. */
export async function preloadPages(queries: QueryClient): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, FIRST_PAGE));
  for (const { load } of pageEntries) {
    await idle();
    // A page that can't be loaded now is loaded when it is opened, and says then what is wrong.
    await load().catch(() => undefined);
  }
  await queries.prefetchQuery(contractQuery);
}

/** Resolves when the browser has nothing else to do; at once where it does not tell. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve);
  });
}
