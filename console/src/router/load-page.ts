import type { PageEntry } from "../pages.ts";

/** The script of a page could not be loaded, such as because no server answered. */
export class PageNotLoaded extends Error {
  override readonly name = "PageNotLoaded";
  /** Tries again. @throws PageNotLoaded */
  readonly load: PageEntry["load"];

  constructor(load: PageEntry["load"], cause: unknown) {
    super("The page could not be loaded.", { cause });
    this.load = load;
  }
}

/**
 * Loads a page with an error of ours where that fails: at those of the browser the router loads the address anew, which ends in an
 * empty window or on the browser's own error page while no server answers.
 */
export function loadingOf(load: PageEntry["load"]): PageEntry["load"] {
  const loadPage: PageEntry["load"] = () =>
    load().catch((cause: unknown) => {
      throw new PageNotLoaded(loadPage, cause);
    });
  return loadPage;
}
