import { CallError, type RestClient } from "./rest-client.ts";
import type { Document, Folder, Organization } from "./world-file.ts";

/** Most items of one call. */
const MAX_ITEMS = 500;

/** What happened to one item of a call. */
interface ItemResult {
  success: boolean;
  message: string;
  code?: string;
}

/**
 * Loads an organization. What is there already stays, so a load that was cut off is completed by doing it again.
 * @throws CallError when a call or an item of it is refused.
 */
export async function loadOrganization(client: RestClient, organization: Organization): Promise<void> {
  const { organizationId, organizationName, users, folders, documents } = organization;
  await add(client, "/v2/organizations/add", { organizations: [{ organizationId, organizationName }] });
  const people = pieces([...users.values()]).map((piece) =>
    add(client, "/v2/users/add", {
      organizationId,
      users: piece.map(({ userId, name, email }) => ({ userId, name, email })),
    }),
  );
  // A folder must be there before those in it: one call after the other.
  for (const piece of pieces(parentsFirst(folders)))
    await add(client, "/v2/organizations/folders/add", {
      organizationId,
      folders: piece.map(({ folderId, folderName, parentFolderId }) => ({ folderId, folderName, parentFolderId })),
    });
  const byFolder = Map.groupBy(documents.values(), ({ folderId }) => folderId);
  const calls = [...byFolder].flatMap(([folderId, inside]) =>
    pieces(inside).map((piece) =>
      add(client, "/v2/organizations/documents/add", {
        organizationId,
        ...(folderId !== "root" && { folderId }),
        documents: piece.map(toDocument),
      }),
    ),
  );
  await Promise.all([...people, ...calls]);
}

/** `firstSeen` is a field of our own: the service keeps it and gives it back. */
function toDocument({ documentId, documentName, createdAt }: Document) {
  return { documentId, documentName, firstSeen: createdAt };
}

async function add(client: RestClient, path: string, data: object): Promise<void> {
  const result = await client.call<Record<string, ItemResult>>(path, data);
  const refused = Object.entries(result.data).find(([, { success, code }]) => !success && code !== "already-exists");
  if (refused) throw new CallError(`${path}: ${refused[0]}: ${refused[1].message}`);
}

/** The folders in an order in which each comes after its parent. */
export function parentsFirst(folders: ReadonlyMap<string, Folder>): Folder[] {
  const children = Map.groupBy(folders.values(), ({ parentFolderId }) => parentFolderId);
  const sorted: Folder[] = [...(children.get("root") ?? [])];
  for (const folder of sorted) sorted.push(...(children.get(folder.folderId) ?? []));
  return sorted;
}

function pieces<T>(items: readonly T[]): T[][] {
  const result: T[][] = [];
  for (let start = 0; start < items.length; start += MAX_ITEMS) result.push(items.slice(start, start + MAX_ITEMS));
  return result;
}
