import { expect } from "expect";
import * as Y from "yjs";
import { yjsClients } from "#testing/fixtures/crdt/clients";
import { plan, readEditor } from "#testing/fixtures/crdt/crdt";
import type { World } from "#testing/harness/world";

/** Number of steps in one run. */
const STEPS = 60;

/** A client that is offline most of the time. */
interface Client {
  doc: Y.Doc;
  /** Its changes that the service has not acknowledged, in order. */
  unsent: Uint8Array[];
}

type Step = (client: Client) => Promise<unknown> | unknown;

/**
 * Three to eight stock clients edit one editor over HTTP, while updates are sent out of order and twice, replies are
 * lost, and the log is folded and deleted. In the end all clients have the same content, with everything that they
 * wrote.
 * @param random from 0 up to 1.
 */
export async function editTogether(w: World, random: () => number, editorId: string): Promise<void> {
  const pick = (count: number) => Math.floor(random() * count);
  const clients = yjsClients(3 + pick(6)).map(newClient);
  const place = { ...plan, editorId };
  const send = (update: Uint8Array) => w.ok("/v2/crdt/sync", { ...place, update: base64(update) });
  const pull = async ({ doc }: Client) => {
    const { data } = await w.ok("/v2/crdt/sync", { ...place, stateVector: base64(Y.encodeStateVector(doc)) });
    Y.applyUpdate(doc, Buffer.from(data.update, "base64"), "service");
  };
  const steps: Step[] = [
    (client) => edit(client.doc, pick),
    (client) => edit(client.doc, pick),
    async ({ unsent }) => {
      const [update] = unsent.splice(pick(unsent.length), 1);
      if (update) await send(update);
    },
    // The reply is lost, so the client sends it again.
    async ({ unsent }) => {
      const update = unsent[pick(unsent.length)];
      if (update) await send(update);
    },
    pull,
    async () => {
      w.advance(pick(2) ? 5000 : 70_000);
      await w.drain();
    },
  ];
  for (let step = 0; step < STEPS; step++) {
    const client = clients[pick(clients.length)] as Client;
    await steps[pick(steps.length)]?.(client);
  }
  for (const { unsent } of clients) for (const update of unsent.splice(0)) await send(update);
  for (const client of clients) await pull(client);
  const texts = clients.map(({ doc }) => doc.getText("content").toString());
  for (const text of texts) expect(text).toBe(texts[0]);
  const states = clients.map(({ doc }) => base64(Y.encodeStateVector(doc)).length);
  expect(new Set(states).size).toBe(1);
  if ((texts[0] ?? "") !== "") expect((await readEditor(w, editorId)).data).toBe(texts[0]);
}

function newClient(doc: Y.Doc): Client {
  const client: Client = { doc, unsent: [] };
  doc.on("update", (update, origin) => {
    if (origin !== "service") client.unsent.push(update);
  });
  return client;
}

function edit(doc: Y.Doc, pick: (count: number) => number): void {
  const text = doc.getText("content");
  const at = pick(text.length + 1);
  if (pick(3) === 0 && text.length > at) text.delete(at, Math.min(text.length - at, 1 + pick(3)));
  else text.insert(at, "abc€défg".slice(pick(3), 4 + pick(5)));
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}
