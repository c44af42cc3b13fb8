import { organizationPath, type Place, placePath } from "#domain/organizations/store/organizations";
import type { KeyCall } from "#src/call";
import type { Filter } from "#store/port";
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
 * Counts the documents of an organization, or those directly in one of its folders. Documents that are being deleted do not
 * count.
 * @throws ApiError NOT_FOUND when the organization or folder does not exist.
 */
export async function countDocuments(
  call: KeyCall,
  place: { organizationId: string; folderId?: string | undefined },
): Promise<number> {
  const collection = documentsOf(organizationPath(call, place.organizationId));
  const inFolder: Filter[] =
    place.folderId === undefined ? [] : [{ field: "folderId", op: "==", value: place.folderId }];
  const deleting: Filter[] = [...inFolder, { field: "deleting", op: "==", value: true }];
  const [, all, gone] = await Promise.all([
    loadPlace(call.store, call, place),
    call.store.count({ collection, where: inFolder, limit: 2 * MAX_COUNTED }),
    call.store.count({ collection, where: deleting, limit: MAX_COUNTED }),
  ]);
  return Math.min(all - gone, MAX_COUNTED);
}
