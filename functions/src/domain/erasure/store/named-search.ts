import type { DataSubjects } from "#domain/erasure/redact-user";
import { searchNamesOf } from "#domain/erasure/search-names";
import { ANYBODY } from "#platform/text/named-document";
import { collectionNameOf, splitPath } from "#store/paths";
import { type Cursor, type Doc, type Patch, type QueryResult, REMOVE, type Store } from "#store/port";
import { NAMED } from "#store/rules";
import { tree } from "#store/tree";
import type { StoredDataDeletion } from "./data-deletions.ts";

/** Maximum number of documents on one page, and their maximum size in bytes. */
const PAGE = 50;
const PAGE_BYTES = 4 * 1024 * 1024;

/** Collections that can name people; `users` comes first, because it contains names and addresses. */
const collections = Object.keys(tree.collections)
  .filter((name) => tree.collections[name]?.named)
  .sort((a, b) => Number(b === "users") - Number(a === "users"));

/** Some documents that name the data subjects, and the progress to save when they are done. */
export interface NamedPage {
  docs: Doc[];
  progress: Patch;
}

/**
 * Finds the documents that name the data subjects by index, one name after another, including names found on the way.
 * Documents that can name anybody come last, when all names are known.
 * @param subjects may grow while the pages are consumed.
 * @param reached progress that an earlier run saved in the record.
 */
export async function* pagesNaming(
  store: Store,
  tenant: string,
  subjects: DataSubjects,
  reached: Pick<StoredDataDeletion, "searched" | "searching">,
): AsyncGenerator<NamedPage> {
  const done = new Set(reached.searched);
  let resumed = reached.searching;
  for (let name = nextName(subjects, done); name !== undefined; name = nextName(subjects, done)) {
    const start = resumed?.name === name ? resumed : undefined;
    resumed = undefined;
    const first = Math.max(0, collections.indexOf(start?.collection ?? ""));
    for (const collection of collections.slice(first)) {
      const after = collection === start?.collection ? [start.after] : undefined;
      for await (const { docs, last } of docsNaming(store, { tenant, collection, name, after }))
        yield { docs, progress: { searching: { name, collection, after: last } } };
    }
    done.add(name);
    yield { docs: [], progress: { searched: [...done], searching: REMOVE } };
  }
}

/**
 * The documents of a collection that are indexed by a name, in pages with their last path.
 * @param tenant path of the API key.
 */
export async function* docsNaming(
  store: Store,
  { tenant, collection, name, after }: { tenant: string; collection: string; name: string; after?: Cursor | undefined },
): AsyncGenerator<{ docs: Doc[]; last: string }> {
  let position = after;
  do {
    const { docs, cursor }: QueryResult = await store.query({
      group: collection,
      under: tenant,
      where: [{ field: NAMED, op: "array-contains", value: name }],
      limit: PAGE,
      maxBytes: PAGE_BYTES,
      ...(position && { after: position }),
    });
    const last = docs.at(-1)?.path;
    if (last !== undefined) yield { docs: collection === "updates" ? editorsOf(docs) : docs, last };
    position = cursor;
  } while (position);
}

/** The next name to look for. A new name makes the documents that can name anybody due again. */
function nextName(subjects: DataSubjects, done: Set<string>): string | undefined {
  const next = searchNamesOf(subjects).find((name) => !done.has(name));
  if (next !== undefined) done.delete(ANYBODY);
  return next ?? (done.has(ANYBODY) ? undefined : ANYBODY);
}

/** The editors that updates belong to, without fields, because redacting an editor reads it. */
function editorsOf(updates: readonly Doc[]): Doc[] {
  const paths = new Set(updates.map(({ path }) => path.split("/").slice(0, -2).join("/")));
  return [...paths].map((path) => ({ path, id: splitPath(path).id, data: {}, version: "" }));
}

/** Whether the document is a message, whose deliveries contain the receivers' replies. */
export function isMessage({ path }: Doc): boolean {
  return collectionNameOf(path) === "messages";
}
