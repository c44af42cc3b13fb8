import { functionGroups, groupPlace } from "@atrium/functions/cloud/function-groups";
import { functionName, functionPlaces, withFunction } from "@atrium/functions/cloud/function-names";
import { UNKNOWN_PATH_FUNCTION } from "@atrium/functions/cloud/unknown-path-function";
import type { Endpoint } from "@atrium/functions/http/endpoint-kinds";
import { isCall } from "@atrium/functions/http/endpoint-kinds";
import { consolePolicy } from "@atrium/functions/http/page/console-policy";

const nosniff = { key: "X-Content-Type-Options", value: "nosniff" };
const noCache = { key: "Cache-Control", value: "no-cache" };
const sameOriginOpener = { key: "Cross-Origin-Opener-Policy", value: "same-origin" };
/** Assets have a hash in their names. */
const cachedForever = { key: "Cache-Control", value: "public, max-age=31536000, immutable" };

/** Headers of the files that hosting serves, the same as on one machine. */
const fileHeaders = [
  {
    source: "/docs{,/**}",
    headers: [{ key: "Content-Security-Policy", value: "frame-ancestors 'none'" }, sameOriginOpener, nosniff, noCache],
  },
  { source: "/docs/assets/**", headers: [cachedForever] },
  // Otherwise hosting derives the content type from the file name.
  { source: "/favicon.ico", headers: [{ key: "Content-Type", value: "image/svg+xml" }, nosniff, noCache] },
  { source: "/openapi.json", headers: [nosniff, noCache] },
  {
    source: "/console{,/**}",
    headers: [
      { key: "Content-Security-Policy", value: consolePolicy },
      { key: "X-Frame-Options", value: "DENY" },
      sameOriginOpener,
      nosniff,
      { key: "Referrer-Policy", value: "no-referrer" },
      noCache,
    ],
  },
  { source: "/console/assets/**", headers: [cachedForever] },
];

/** Settings of the Firebase tools, with a hosting rewrite from every path to the function of its endpoint. */
export function renderFirebaseJson(endpoints: readonly Endpoint[]): string {
  return render(functionPlaces(withFunction(endpoints)), "npm run build");
}

/** The same settings for grouped functions, where the calls of a topic share a function. */
export function renderGroupedFirebaseJson(endpoints: readonly Endpoint[]): string {
  const served = withFunction(endpoints).map((endpoint) => ({
    path: endpoint.path,
    kind: isCall(endpoint) ? "call" : endpoint.kind,
    instance: endpoint.instance,
  }));
  const places = functionPlaces(served);
  for (const [group, members] of functionGroups(served))
    for (const { path } of members) places.set(path, groupPlace(group));
  return render(places, "npm run build -- --grouped");
}

function render(places: ReadonlyMap<string, readonly string[]>, predeploy: string): string {
  const rewrite = (source: string, functionId: string) => ({ source, function: { functionId } });
  const config = {
    functions: [
      {
        codebase: "default",
        source: "deploy/functions",
        configDir: "functions",
        runtime: "nodejs24",
        predeploy,
        // `*.local`: the secrets of the emulators.
        ignore: ["node_modules", ".git", "*.local"],
      },
    ],
    firestore: { rules: "firestore.rules", indexes: "firestore.indexes.json" },
    hosting: {
      public: "dist/hosting",
      cleanUrls: true,
      trailingSlash: false,
      headers: fileHeaders,
      // The first match applies; an existing file takes precedence over all rewrites.
      rewrites: [
        ...[...places].map(([path, place]) => rewrite(path, functionName(place))),
        rewrite("/console/assets/**", UNKNOWN_PATH_FUNCTION),
        { source: "/console/**", destination: "/console/index.html" },
        rewrite("**", UNKNOWN_PATH_FUNCTION),
      ],
    },
    emulators: {
      singleProjectMode: true,
      functions: { host: "127.0.0.1", port: 5001 },
      firestore: { host: "127.0.0.1", port: 8080, websocketPort: 9150 },
      hosting: { host: "127.0.0.1", port: 5050 },
      tasks: { host: "127.0.0.1", port: 9499 },
      eventarc: { host: "127.0.0.1", port: 9299 },
      hub: { host: "127.0.0.1", port: 4400 },
      logging: { host: "127.0.0.1", port: 4500 },
      ui: { enabled: false },
    },
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}
