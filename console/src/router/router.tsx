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
  // The router validates what a page asks for as well as what it reads: a value that was emptied is undefined there.
  validateSearch: searchOf,
  // The chosen API key goes with the person from page to page.
  search: { middlewares: [retainSearchParams(["key"])] },
});

/** Makes the router of all pages. */
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
    // Values are texts: an id such as `007` or `true` must come back as it was.
    parseSearch: parseSearchWith((value) => value),
    stringifySearch: stringifySearchWith(String),
  });
}
