import type { Doc, DocData, DocRef, StoreReader } from "./port.ts";

/** Reads two lists of documents in one round trip, so that both are of one moment. One result per path, in order. */
export async function getLists<A extends DocData, B extends DocData>(
  reader: StoreReader,
  first: readonly DocRef<A>[],
  second: readonly DocRef<B>[],
): Promise<[(Doc<A> | undefined)[], (Doc<B> | undefined)[]]> {
  const docs = await reader.getMany<A & B>([...first, ...second]);
  return [docs.slice(0, first.length), docs.slice(first.length)];
}
