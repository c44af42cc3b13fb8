import type { PageEntry } from "../pages.ts";

/** Thrown if the script of a page could not be loaded, for example because no server answered. */
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
 * Wraps the loading of a page so that it fails with our own error. On a browser's own import error the router reloads
 * the address, which leads to an empty window or the browser's error page while no server answers.
 */
export function loadingOf(load: PageEntry["load"]): PageEntry["load"] {
  const loadPage: PageEntry["load"] = () =>
    load().catch((cause: unknown) => {
      throw new PageNotLoaded(loadPage, cause);
    });
  return loadPage;
}
