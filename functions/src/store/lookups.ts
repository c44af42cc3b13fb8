import { batchesOf } from "#platform/async/parallel";
import { MAX_IN } from "#platform/shapes/limits";
import { collectionNameOf } from "./paths.ts";

/** Documents that one query of Firestore finds by their paths: of collections of one name. */
export interface Lookup {
  /** Name of the collections. */
  name: string;
  /** At most 30, each once. */
  paths: string[];
}

/** The queries that find documents by their paths. Each costs what it finds, and at least one read. */
export function lookupsOf(paths: readonly string[]): Lookup[] {
  const byName = Map.groupBy(new Set(paths), (path) => collectionNameOf(path));
  return [...byName].flatMap(([name, all]) => batchesOf(all, MAX_IN).map((batch) => ({ name, paths: batch })));
}
