import type { Doc, DocData, DocRef } from "./port.ts";

/** Documents by path as they were read; undefined for one that does not exist. A typed reference returns a typed document. */
export interface DocMap extends Omit<Map<string, Doc | undefined>, "get"> {
  get<T extends DocData = DocData>(path: DocRef<T>): Doc<T> | undefined;
}

/** Creates a map of the documents. */
export function docMap(docs: Iterable<readonly [string, Doc | undefined]> = []): DocMap {
  return new Map(docs) as DocMap;
}
