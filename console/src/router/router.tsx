import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
  retainSearchParams,
  stringifySearchWith,
} from "@tanstack/react-router";
import { Loading } from "../components/loading.tsx";
import { pageEntries } from "../pages.ts";
import { PageFailure } from "../shell/page-failure.tsx";
import { Shell } from "../shell/shell.tsx";
import { UnknownPage } from "../shell/unknown-page.tsx";
import { loadingOf } from "./load-page.ts";
import { searchOf } from "./search.ts";

const root = createRootRoute({
  component: Shell,
  notFoundComponent: UnknownPage,
  // The router validates what a page sets as well as what it reads; a value that was cleared is undefined.
  validateSearch: searchOf,
  // The chosen API key is kept from page to page.
  search: { middlewares: [retainSearchParams(["key"])] },
});

/** Creates the router of all pages. */
export function makeRouter() {
  const routes = pageEntries.map(({ path, load }) =>
    createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(loadingOf(load)) }),
  );
  return createRouter({
    routeTree: root.addChildren(routes),
    basepath: "/console",
    defaultPreload: "intent",
    defaultPendingComponent: Loading,
    defaultErrorComponent: PageFailure,
    scrollRestoration: true,
    // All values are texts: an id such as `007` or `true` must be read back unchanged.
    parseSearch: parseSearchWith((value) => value),
    stringifySearch: stringifySearchWith(String),
  });
}
