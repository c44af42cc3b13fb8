import { exportPlaces, functionName } from "@atrium/functions/cloud/function-names";
import { openPaths } from "@atrium/functions/cloud/open-paths";
import type { Endpoint } from "@atrium/functions/http/endpoint";

/** Settings of the Firebase tools, with a rewrite of hosting for every path. */
export function renderFirebaseJson(endpoints: readonly Endpoint[]): string {
  const places = exportPlaces(endpoints.map(({ path }) => path));
  const named = [
    ...[...places].map(([path, place]) => [path, functionName(place)]),
    ...Object.entries(openPaths).map(([name, path]) => [path, name]),
  ];
  const config = {
    functions: [
      {
        codebase: "default",
        source: "dist/functions",
        configDir: "functions",
        runtime: "nodejs24",
        predeploy: "npm run build",
      },
    ],
    firestore: { rules: "firestore.rules", indexes: "firestore.indexes.json" },
    hosting: {
      public: "dist/hosting",
      rewrites: named.map(([source, functionId]) => ({ source, function: { functionId } })),
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
