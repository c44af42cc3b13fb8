import { collectionName, collectionNameOf } from "./paths.ts";
import type { Cursor, Doc, QueryResult, StoreReader } from "./port.ts";
import { tree } from "./tree.ts";

/** Maximum number of documents in one read, and their size in bytes: each may be 1 MiB. */
const PAGE = 50;
const PAGE_BYTES = 4 * 1024 * 1024;

/** Some documents of one collection in a subtree. */
export interface SubtreePage {
  docs: Doc[];
  /** Where a later walk resumes without missing anything after this page: `after` of `pagesBelow`. */
  position: string;
}

/**
 * Walks the subtree below a document depth first, in pages: the documents of a page come first, then their own subtrees.
 * @param path of the document whose subtree is walked.
 * @param after position of the last page that an earlier walk has finished. Documents it had read ahead are repeated.
 * @param names of the collections directly below the document. Default: all.
 */
export async function* pagesBelow(
  reader: StoreReader,
  path: string,
  after?: string,
  names = childrenOf(path),
): AsyncGenerator<SubtreePage> {
  const collections = names.map((name) => `${path}/${name}`);
  const resumed = collections.findIndex((collection) => after?.startsWith(`${collection}/`));
  for (const collection of collections.slice(Math.max(resumed, 0)))
    yield* pagesOf(reader, collection, collection === collections[resumed] ? after : undefined);
}

async function* pagesOf(reader: StoreReader, collection: string, after?: string): AsyncGenerator<SubtreePage> {
  const isLeaf = (tree.collections[collectionName(collection)]?.children ?? []).length === 0;
  let cursor: Cursor | undefined;
  if (after !== undefined) {
    const [id] = after.slice(collection.length + 1).split("/");
    const resumedAt = `${collection}/${id}`;
    if (!isLeaf) yield* pagesBelow(reader, resumedAt, after);
    cursor = [resumedAt];
  }
  do {
    const { docs, cursor: next }: QueryResult = await reader.query({
      collection,
      limit: PAGE,
      maxBytes: PAGE_BYTES,
      after: cursor,
    });
    const paths = docs.map((doc) => doc.path);
    // The subtree of the page's first document follows the page, so a resumed walk starts with that document.
    const position = isLeaf ? paths.at(-1) : paths[0];
    if (position !== undefined) yield { docs, position };
    if (!isLeaf) for (const path of paths) yield* pagesBelow(reader, path);
    cursor = next;
  } while (cursor);
}

/** Whether deleting the document leaves nothing behind: its collection has neither children nor dependents. */
export function hasNoDependents(path: string): boolean {
  const { children = [], dependents = [] } = tree.collections[collectionNameOf(path)] ?? {};
  return children.length === 0 && dependents.length === 0;
}

function childrenOf(path: string): readonly string[] {
  return tree.collections[collectionNameOf(path)]?.children ?? [];
}
