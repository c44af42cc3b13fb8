import * as Y from "yjs";
import { writeAwareness } from "#domain/crdt/awareness";
import { clearEditors } from "#domain/crdt/store/deletion";
import { LiveEditor } from "#domain/crdt/store/live-editor";
import { findApiKey } from "#domain/workspaces/store/api-keys";
import { plan, worldWithPlan } from "#testing/fixtures/crdt/crdt";
import { syncTo } from "#testing/fixtures/crdt/sync";
import { organizationOf } from "#testing/fixtures/documents/folder-tree";
import { exampleWorld } from "#testing/harness/example-world";
import { streamWorld } from "#testing/harness/streams";
import type { WorldOptions } from "#testing/harness/world";

/** Journeys through what the service does with the editors of documents. */
export const editorJourneys = [editors, updates, sockets, streams];

/** A job for more editors than one call can handle. */
async function editors(options: WorldOptions): Promise<void> {
  const w = await exampleWorld(options);
  await clearEditors(w.context, `${organizationOf(w)}/documents/homepage/crdt`, w.context.now());
}

/** Updates of an editor that are stored, folded, deleted when old, and deleted with their editor. */
async function updates(options: WorldOptions): Promise<void> {
  const w = await worldWithPlan(options);
  const client = new Y.Doc();
  for (const letter of "abc") {
    client.getText("content").insert(0, letter);
    await syncTo(w, "title", client);
  }
  const awareness = Buffer.from(writeAwareness([{ client: 7, clock: 1, state: "{}" }])).toString("base64");
  await w.ok("/v2/crdt/awareness", { ...plan, editorId: "other", awareness });
  for (let i = 0; i < 3; i++) {
    w.advance(60_000);
    await w.drain();
  }
  await w.ok("/v2/crdt/delete", { ...plan, editorIds: ["title"] });
  await w.drain();
}

/** An editor that is open over WebSockets. */
async function sockets(options: WorldOptions): Promise<void> {
  const w = await worldWithPlan(options);
  const apiKey = await findApiKey(w.context.store, w.tenant.apiKeyId);
  if (!apiKey) throw new Error("The tenant has no API key.");
  const editor = await LiveEditor.open(
    { ...w.context, requestId: "journey", apiKey },
    {
      place: { ...plan, editorId: "title" },
      kind: { type: "text", contentKey: "content" },
      listener: { changed: () => undefined, drained: () => undefined, ended: () => undefined },
    },
  );
  editor.close();
}

/** The watches of a document and of its editors. */
async function streams(options: WorldOptions): Promise<void> {
  const s = await streamWorld(options);
  const query = new URLSearchParams({ organizationId: "acme", documentId: "homepage", editors: "title" });
  (await s.open("ada", { query: query.toString() })).leave();
}
