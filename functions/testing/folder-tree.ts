import assert from "node:assert/strict";
import { deriveByPointers, isDerived } from "#domain/folders";
import { foldersOf, type StoredFolder } from "#store/folders";
import type { Store } from "#store/port";
import type { World } from "./world.ts";

/** Path of an organization of the world's tenant; for ids without special characters. */
export function organizationOf(w: World, organizationId = "acme"): string {
  return `apiKeys/${w.tenant.apiKeyId}/organizations/${organizationId}`;
}

/** Every folder of an organization as stored, by id. */
export async function storedFolders(store: Store, organization: string): Promise<Map<string, StoredFolder>> {
  const { docs } = await store.query<StoredFolder>({ collection: foldersOf(organization) });
  return new Map(docs.map(({ id, data }) => [id, data]));
}

/** Asserts that the folders form a tree, and that what is kept with each is what its pointers say. */
export async function assertTreeHolds(store: Store, organization: string): Promise<Map<string, StoredFolder>> {
  const folders = await storedFolders(store, organization);
  for (const [id, folder] of folders) {
    const derived = deriveByPointers(folders, id);
    assert.ok(derived, `folder ${id} stands below one that is not there`);
    const { ancestors, accessType } = folder;
    assert.ok(isDerived(folder, derived), `${id}: ${JSON.stringify([{ ancestors, accessType }, derived])}`);
  }
  return folders;
}

/** Adds folders through the public door, 500 a call; a parent stands before its children. */
export async function addFolders(w: World, folders: { folderId: string; [field: string]: unknown }[]): Promise<void> {
  for (let start = 0; start < folders.length; start += 500) {
    const request = { organizationId: "acme", createOrganization: true, folders: folders.slice(start, start + 500) };
    const { data } = await w.ok("/v2/organizations/folders/add", request);
    for (const item of Object.values(data) as { success: boolean; message: string }[])
      assert.ok(item.success, item.message);
  }
}
