import type { Doc, DocData, DocRef } from "./port.ts";

/** Documents by path, as they were read; undefined for one that is not there. A typed reference finds a typed document. */
export interface DocMap extends Omit<Map<string, Doc | undefined>, "get"> {
  get<T extends DocData = DocData>(path: DocRef<T>): Doc<T> | undefined;
}

/** A map that holds what `docs` does. */
export function docMap(docs: Iterable<readonly [string, Doc | undefined]> = []): DocMap {
  return new Map(docs) as DocMap;
}
