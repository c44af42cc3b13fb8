import { collectionName, splitPath } from "./paths.ts";
import type { Cursor, Doc, QueryResult, StoreReader } from "./port.ts";
import { tree } from "./tree.ts";

/** Documents are read so many at a time, and bytes: each may be 1 MiB. */
const PAGE = 50;
const PAGE_BYTES = 4 * 1024 * 1024;

/** Some documents of one collection. */
export interface SubtreePage {
  docs: Doc[];
  /** Where a later walk goes on when it must not miss anything behind this page: `after` of `pagesBelow`. */
  position: string;
}

/**
 * Everything below a document, depth first, in pages: first the documents of a page, then what stands below each of them.
 * @param path of the document whose subtree is walked.
 * @param after position of a page that an earlier walk is done with. Documents that it had read ahead come once more.
 * @param names of the collections right below the document, where it is not to be all of them.
 */
export async function* pagesBelow(
  reader: StoreReader,
  path: string,
  after?: string,
  names = childrenOf(path),
): AsyncGenerator<SubtreePage> {
  const collections = names.map((name) => `${path}/${name}`);
  const started = collections.findIndex((collection) => after?.startsWith(`${collection}/`));
  for (const collection of collections.slice(Math.max(started, 0)))
    yield* pagesOf(reader, collection, collection === collections[started] ? after : undefined);
}

async function* pagesOf(reader: StoreReader, collection: string, after?: string): AsyncGenerator<SubtreePage> {
  const isLeaf = (tree.collections[collectionName(collection)]?.children ?? []).length === 0;
  let cursor: Cursor | undefined;
  if (after !== undefined) {
    const [id] = after.slice(collection.length + 1).split("/");
    const reached = `${collection}/${id}`;
    if (!isLeaf) yield* pagesBelow(reader, reached, after);
    cursor = [reached];
  }
  do {
    const { docs, cursor: next }: QueryResult = await reader.query({
      collection,
      limit: PAGE,
      maxBytes: PAGE_BYTES,
      after: cursor,
    });
    const paths = docs.map((doc) => doc.path);
    // What stands below the first document of a page comes right behind the page.
    const position = isLeaf ? paths.at(-1) : paths[0];
    if (position !== undefined) yield { docs, position };
    if (!isLeaf) for (const path of paths) yield* pagesBelow(reader, path);
    cursor = next;
  } while (cursor);
}

/** Whether nothing can stand below a document, and nothing beside it belongs to it: deleting it leaves nothing behind. */
export function hasNoDependents(path: string): boolean {
  const { children = [], dependents = [] } = tree.collections[collectionName(splitPath(path).collection)] ?? {};
  return children.length === 0 && dependents.length === 0;
}

function childrenOf(path: string): readonly string[] {
  return tree.collections[collectionName(splitPath(path).collection)]?.children ?? [];
}
