import type { Endpoint } from "#http/endpoint-kinds";
import type { Instance } from "#http/instance";

/** Functions by the segments of their names, as the Firebase tools read exports: `{ v2: { users: { add } } }`. */
export interface ExportTree<F> {
  [segment: string]: F | ExportTree<F>;
}

/** Positions among the exports of the endpoints that have their own functions, by path. */
export function functionPlaces(functions: readonly { path: string; instance?: Instance | undefined }[]) {
  const derived = functions.filter(({ instance }) => !instance?.name).map(({ path }) => path);
  const places = exportPlaces(derived);
  for (const { path, instance } of functions) if (instance?.name) places.set(path, instance.name.split("."));
  return places;
}

/** An endpoint that a function serves. */
type FunctionEndpoint = Exclude<Endpoint, { kind: "files" | "hostPage" }>;

/**
 * The endpoints that a function serves: hosting serves files, and pages of the one-machine host are not in the cloud.
 */
export function withFunction(endpoints: readonly Endpoint[]): FunctionEndpoint[] {
  return endpoints.filter((endpoint) => endpoint.kind !== "files" && endpoint.kind !== "hostPage");
}

/**
 * The position of each path's function in the export tree. If one path extends another, as
 * `/v2/documents/migrate/status` does, its last segments are joined (`migrate_status`), because a function can't
 * contain functions.
 * @param paths with segments separated by `/`; a leading `/` is optional.
 */
export function exportPlaces(paths: readonly string[]): Map<string, string[]> {
  const segments = (path: string) => path.split("/").filter((segment) => segment !== "");
  const allPaths = new Set(paths.map((path) => segments(path).join("/")));
  return new Map(
    paths.map((path) => {
      const place: string[] = [];
      let prefix = "";
      for (const segment of segments(path)) {
        if (allPaths.has(prefix)) place.push(`${place.pop()}_${segment}`);
        else place.push(segment);
        prefix = prefix ? `${prefix}/${segment}` : segment;
      }
      return [path, place];
    }),
  );
}

/** Builds the export tree from functions and their positions. */
export function exportTree<F>(functions: Iterable<readonly [place: readonly string[], F]>): ExportTree<F> {
  const tree: ExportTree<F> = {};
  for (const [place, leaf] of functions) {
    let branch = tree;
    for (const segment of place.slice(0, -1)) {
      branch[segment] ??= {};
      branch = branch[segment] as ExportTree<F>;
    }
    branch[place.at(-1) as string] = leaf;
  }
  return tree;
}

/** Name of the function at a position, as the Firebase tools derive it. */
export function functionName(place: readonly string[]): string {
  return place.join("-");
}
