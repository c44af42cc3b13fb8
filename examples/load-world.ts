import type { AtriumClient } from "@atrium/client";
import type { Document, Folder, Organization } from "./world-file.ts";

/** Maximum number of items per call. */
const MAX_ITEMS = 500;

/** The result of one item of a call. */
interface ItemResult {
  success: boolean;
  message: string;
  code?: string | undefined;
}

/**
 * Loads an organization. Existing records are kept, so an interrupted load is completed by repeating it.
 * @throws AtriumError if a call is refused, Error if one of its items is.
 */
export async function loadOrganization(atrium: AtriumClient, organization: Organization): Promise<void> {
  const { organizationId, organizationName, users, folders, documents } = organization;
  checkItems(await atrium.organizations.add({ organizations: [{ organizationId, organizationName }] }));
  const people = batchesOf([...users.values()]).map(async (batch) =>
    checkItems(
      await atrium.users.add({
        organizationId,
        users: batch.map(({ userId, name, email }) => ({ userId, name, email })),
      }),
    ),
  );
  // A folder must exist before its children, so the calls are sequential.
  for (const batch of batchesOf(parentsFirst(folders)))
    checkItems(
      await atrium.organizations.folders.add({
        organizationId,
        folders: batch.map(({ folderId, folderName, parentFolderId }) => ({ folderId, folderName, parentFolderId })),
      }),
    );
  const byFolder = Map.groupBy(documents.values(), ({ folderId }) => folderId);
  const calls = [...byFolder].flatMap(([folderId, inside]) =>
    batchesOf(inside).map(async (batch) =>
      checkItems(
        await atrium.organizations.documents.add({
          organizationId,
          ...(folderId !== "root" && { folderId }),
          documents: batch.map(toDocument),
        }),
      ),
    ),
  );
  await Promise.all([...people, ...calls]);
}

/** `firstSeen` is a custom field: the service stores and returns it. */
function toDocument({ documentId, documentName, createdAt }: Document) {
  return { documentId, documentName, firstSeen: createdAt };
}

/** Checks that each item was added or existed already. */
function checkItems({ data }: { data: Record<string, ItemResult> }): void {
  const refused = Object.entries(data).find(([, { success, code }]) => !success && code !== "already-exists");
  if (refused) throw new Error(`${refused[0]} was refused: ${refused[1].message}`);
}

/** The folders in an order in which parents come before their children. */
export function parentsFirst(folders: ReadonlyMap<string, Folder>): Folder[] {
  const children = Map.groupBy(folders.values(), ({ parentFolderId }) => parentFolderId);
  const sorted: Folder[] = [...(children.get("root") ?? [])];
  for (const folder of sorted) sorted.push(...(children.get(folder.folderId) ?? []));
  return sorted;
}

function batchesOf<T>(items: readonly T[]): T[][] {
  const result: T[][] = [];
  for (let start = 0; start < items.length; start += MAX_ITEMS) result.push(items.slice(start, start + MAX_ITEMS));
  return result;
}
