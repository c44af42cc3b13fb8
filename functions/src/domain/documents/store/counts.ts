import { ROOT } from "#domain/documents/folder";
import { organizationPath, type Place, placePath } from "#domain/organizations/store/organizations";
import type { KeyCall } from "#src/call";
import { heavyReads } from "#src/heavy-reads";
import type { Filter, ReadableStore } from "#store/port";
import { documentsOf } from "./documents.ts";
import { loadPlace } from "./places.ts";

/** Counting stops at this number. */
export const MAX_COUNTED = 100_000;

/** Counts the users of a place. @throws ApiError NOT_FOUND when the place does not exist. */
export async function countUsers(call: KeyCall, place: Place): Promise<number> {
  const collection = `${placePath(call, place)}/users`;
  const [, count] = await Promise.all([
    loadPlace(call.store, call, place),
    call.store.count({ collection, limit: MAX_COUNTED }),
  ]);
  return count;
}

/**
 * Counts the documents of an organization, or those directly in one of its folders; `root` stands for its top. Documents
 * that are being deleted do not count.
 * @throws ApiError NOT_FOUND when the organization or folder does not exist; UNAVAILABLE if too many calls count.
 */
export async function countDocuments(
  call: KeyCall,
  { organizationId, folderId }: { organizationId: string; folderId?: string | undefined },
): Promise<number> {
  const collection = documentsOf(organizationPath(call, organizationId));
  if (folderId === ROOT) {
    const [, count] = await Promise.all([
      loadPlace(call.store, call, { organizationId }),
      heavyReads(call).run(call.apiKey.apiKeyId, () => countAtTop(call.store, collection)),
    ]);
    return Math.min(count, MAX_COUNTED);
  }
  const inFolder: Filter[] = folderId === undefined ? [] : [{ field: "folderId", op: "==", value: folderId }];
  const deleting: Filter[] = [...inFolder, { field: "deleting", op: "==", value: true }];
  const [, all, gone] = await Promise.all([
    loadPlace(call.store, call, { organizationId, folderId }),
    call.store.count({ collection, where: inFolder, limit: 2 * MAX_COUNTED }),
    call.store.count({ collection, where: deleting, limit: MAX_COUNTED }),
  ]);
  return Math.min(all - gone, MAX_COUNTED);
}

/**
 * Counts the documents without a folder. No index lists them, so it counts all documents and subtracts the others: a
 * query that orders by a field leaves out the documents that lack it.
 */
async function countAtTop(store: ReadableStore, collection: string): Promise<number> {
  const countWith = (...fields: string[]) =>
    store.count({ collection, orderBy: fields.map((field) => ({ field, direction: "asc" })) });
  const [all, inFolders, gone, goneFromFolders] = await Promise.all([
    countWith(),
    countWith("folderId"),
    countWith("deleting"),
    countWith("folderId", "deleting"),
  ]);
  return Math.max(0, all - inFolders - gone + goneFromFolders);
}
