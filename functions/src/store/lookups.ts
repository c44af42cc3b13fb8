import { batchesOf } from "#platform/async/parallel";
import { MAX_IN } from "#platform/shapes/limits";
import { collectionNameOf } from "./paths.ts";

/** Documents that one Firestore query finds by their paths: their collections have the same name. */
export interface Lookup {
  /** Name of the collections. */
  name: string;
  /** At most 30 distinct paths. */
  paths: string[];
}

/** The queries that find documents by their paths. Each is billed for the documents that it finds, and for at least one read. */
export function lookupsOf(paths: readonly string[]): Lookup[] {
  const byName = Map.groupBy(new Set(paths), (path) => collectionNameOf(path));
  return [...byName].flatMap(([name, all]) => batchesOf(all, MAX_IN).map((batch) => ({ name, paths: batch })));
}
