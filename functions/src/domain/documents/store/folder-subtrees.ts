import { deriveFromParent, matchesDerived } from "#domain/documents/folder-tree";
import { batchesOf, inParallel } from "#platform/async/parallel";
import { MAX_IN } from "#platform/shapes/limits";
import { textBytes } from "#store/page-bytes";
import type { Cursor, Doc, Query, QueryResult, StoreReader, Transaction } from "#store/port";
import { folderBelow, foldersOf, type StoredFolder } from "./folders.ts";

/** Children per page: each of them may be written, and a commit accepts 500 writes. */
const PAGE = 400;

/** Maximum levels of a walk, far more than folders may have: only corrupt data reaches it. */
const MAX_WALK_LEVELS = 1000;

/** Processes one page of the children of some folders. @returns these children. */
export type VisitChildren = (
  parentIds: string[],
  after: Cursor | undefined,
) => Promise<{ docs: readonly { id: string }[]; cursor?: Cursor | undefined }>;

/**
 * Visits all folders below the given ones, level by level: the children of a folder are visited after it.
 * @param depth number of levels to visit below the folders; default all.
 * @returns the ids of each level whose children were visited, those of `folderIds` first.
 */
export async function walkDown(
  folderIds: readonly string[],
  visit: VisitChildren,
  depth = Number.POSITIVE_INFINITY,
): Promise<string[][]> {
  const levels: string[][] = [];
  for (let level = [...folderIds]; level.length > 0 && levels.length < depth; ) {
    levels.push(level);
    if (levels.length > MAX_WALK_LEVELS) throw new Error(`folders below ${folderIds.join(", ")} form a cycle`);
    const next: string[] = [];
    await inParallel(batchesOf(level, MAX_IN), async (parentIds) => {
      let cursor: Cursor | undefined;
      do {
        const page = await visit(parentIds, cursor);
        for (const { id } of page.docs) next.push(id);
        cursor = page.cursor;
      } while (cursor);
    });
    level = next;
  }
  return levels;
}

/** A page of the children of at most 30 folders. */
export function queryChildren(
  reader: StoreReader,
  organization: string,
  parentIds: string[],
  page: Pick<Query, "after" | "limit" | "select"> = {},
): Promise<QueryResult<StoredFolder>> {
  const where: Query["where"] = [{ field: "parentFolderId", op: "in", value: parentIds }];
  return reader.query<StoredFolder>({ collection: foldersOf(organization), where, limit: PAGE, ...page });
}

/** Reads all folders below, down to `depth` levels; undefined if they exceed `max` folders or `maxBytes`. */
export async function readBelow(
  reader: StoreReader,
  organization: string,
  folderIds: readonly string[],
  { max, maxBytes = Number.POSITIVE_INFINITY, depth }: { max: number; maxBytes?: number; depth?: number },
): Promise<Doc<StoredFolder>[] | undefined> {
  let bytes = 0;
  const descendants: Doc<StoredFolder>[] = [];
  const visit: VisitChildren = async (parentIds, after) => {
    if (descendants.length > max || bytes > maxBytes) return { docs: [] };
    const limit = Math.min(PAGE, max + 1 - descendants.length);
    const page = await queryChildren(reader, organization, parentIds, { after, limit });
    descendants.push(...page.docs);
    for (const doc of page.docs) bytes += textBytes(doc);
    return page;
  };
  await walkDown(folderIds, visit, depth);
  return descendants.length > max || bytes > maxBytes ? undefined : descendants;
}

/** Reads the parent id of every folder below. */
export async function readPointersBelow(
  reader: StoreReader,
  organization: string,
  folderIds: readonly string[],
): Promise<Map<string, string>> {
  const pointers = new Map<string, string>();
  await walkDown(folderIds, async (parentIds, after) => {
    const page = await queryChildren(reader, organization, parentIds, { after, select: ["parentFolderId"] });
    for (const { id, data } of page.docs) pointers.set(id, data.parentFolderId);
    return page;
  });
  return pointers;
}

/**
 * Rewrites the derived fields of a page of children. The transaction reads their parents, so it runs again when a parent moves
 * concurrently.
 */
export async function rewriteChildren(
  tx: Transaction,
  organization: string,
  parentIds: string[],
  after: Cursor | undefined,
): Promise<QueryResult> {
  const [parents, page] = await Promise.all([
    tx.getMany<StoredFolder>(parentIds.map((id) => folderBelow(organization, id))),
    queryChildren(tx, organization, parentIds, { after }),
  ]);
  const byId = new Map(parents.flatMap((parent) => (parent ? [[parent.id, parent.data]] : [])));
  for (const { path, data } of page.docs) {
    const parent = byId.get(data.parentFolderId);
    const derived = parent && deriveFromParent(parent, data);
    if (derived && !matchesDerived(data, derived)) tx.update(path, { ...derived });
  }
  return page;
}

/** Number of sub-folders after which the search stops. */
const MAX_INSIDE = 300;

/** The ids of a folder and those below it, except those being deleted; may be incomplete if there are more than 300. */
export async function foldersInside(
  reader: StoreReader,
  organization: string,
  folderId: string,
): Promise<{ folderIds: string[]; isComplete: boolean }> {
  const folderIds = [folderId];
  let isComplete = true;
  await walkDown([folderId], async (parentIds, after) => {
    if (folderIds.length > MAX_INSIDE) {
      isComplete = false;
      return { docs: [] };
    }
    const page = await queryChildren(reader, organization, parentIds, { after, select: ["deleting"] });
    const docs = page.docs.filter(({ data }) => !data.deleting);
    for (const { id } of docs) folderIds.push(id);
    return { docs, cursor: page.cursor };
  });
  return { folderIds, isComplete };
}
