import assert from "node:assert/strict";
import type { StoredDocument } from "#store/documents";
import { organizationOf } from "./folder-tree.ts";
import type { World } from "./world.ts";

/** Adds documents to the organization acme through the public door; those with ids only, or whole. */
export async function addDocuments(
  w: World,
  documents: (string | { documentId: string; [field: string]: unknown })[],
  folderId?: string,
): Promise<void> {
  const whole = documents.map((document) => (typeof document === "string" ? { documentId: document } : document));
  const request = { organizationId: "acme", createOrganization: true, folderId, documents: whole };
  const { data } = await w.ok("/v2/organizations/documents/add", request);
  for (const item of Object.values(data) as { success: boolean; message: string }[])
    assert.ok(item.success, item.message);
}

/** Every document of the organization acme as stored, by id. */
export async function storedDocuments(w: World): Promise<Map<string, StoredDocument>> {
  const { docs } = await w.context.store.query<StoredDocument>({ collection: `${organizationOf(w)}/documents` });
  return new Map(docs.map(({ id, data }) => [id, data]));
}
