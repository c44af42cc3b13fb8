/** Functions by the segments of their names, as the Firebase tools read exports: `{ v2: { users: { add } } }`. */
export interface ExportTree<F> {
  [segment: string]: F | ExportTree<F>;
}

/**
 * Where the function of each path stands among the exports. A path that goes on where another one ends, such as
 * `/v2/documents/migrate/status`, shares its last segments (`migrate_status`), since a function holds no functions.
 * @param paths each with `/` between its segments, a leading one or none.
 */
export function exportPlaces(paths: readonly string[]): Map<string, string[]> {
  const segments = (path: string) => path.split("/").filter((segment) => segment !== "");
  const known = new Set(paths.map((path) => segments(path).join("/")));
  return new Map(
    paths.map((path) => {
      const place: string[] = [];
      let reached = "";
      for (const segment of segments(path)) {
        if (known.has(reached)) place.push(`${place.pop()}_${segment}`);
        else place.push(segment);
        reached = reached ? `${reached}/${segment}` : segment;
      }
      return [path, place];
    }),
  );
}

/** The functions at their places. */
export function exportTree<F>(functions: Iterable<readonly [place: readonly string[], F]>): ExportTree<F> {
  const tree: ExportTree<F> = {};
  for (const [place, made] of functions) {
    let branch = tree;
    for (const segment of place.slice(0, -1)) {
      branch[segment] ??= {};
      branch = branch[segment] as ExportTree<F>;
    }
    branch[place.at(-1) as string] = made;
  }
  return tree;
}

/** Name of the function at a place, as the Firebase tools make it. */
export function functionName(place: readonly string[]): string {
  return place.join("-");
}
