import assert from "node:assert/strict";
import * as Y from "yjs";
import { apiKeyPath } from "#store/api-keys";
import { type World, type WorldOptions, world } from "./world.ts";

/** Where tests keep editor data. */
export const plan = { organizationId: "acme", documentId: "plan" };

/** Path in the store of an editor of `plan`. */
export function editorInStore(w: World, editorId: string): string {
  return `${apiKeyPath(w.tenant.apiKeyId)}/organizations/acme/documents/plan/crdt/${editorId}`;
}

/** A world with the document `plan`. */
export async function worldWithPlan(options?: WorldOptions): Promise<World> {
  const w = await world(options);
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] });
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "plan" }] });
  return w;
}

/** Ids of the chunks, and claims, of an editor of `plan`. */
export async function storedChunks(w: World, editorId = "title"): Promise<string[]> {
  const { docs } = await w.context.store.query({ collection: `${editorInStore(w, editorId)}/chunks`, select: [] });
  return docs.map(({ id }) => id);
}

/** What get tells of one editor of `plan`, with its Yjs state. */
export async function readEditor(w: World, editorId: string) {
  const { data } = await w.ok("/v2/crdt/get", { ...plan, editorId, includeUpdate: true });
  assert.equal(data.length, 1);
  return data[0];
}

/** A stock Yjs client applies the state of an editor. */
export function join(client: Y.Doc, { update }: { update: string }): void {
  Y.applyUpdate(client, Buffer.from(update, "base64"));
}

/** What a stock Yjs client sees of content. */
export function seenBy(client: Y.Doc, type: string, contentKey: string): unknown {
  if (type === "text") return client.getText(contentKey).toString();
  if (type === "map") return client.getMap(contentKey).toJSON();
  return type === "array" ? client.getArray(contentKey).toJSON() : client.getXmlFragment(contentKey).toString();
}
