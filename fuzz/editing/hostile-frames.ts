import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { plan, readEditor, worldWithPlan } from "@atrium/functions/testing/fixtures/crdt/crdt";
import { syncTo } from "@atrium/functions/testing/fixtures/crdt/sync";
import { seededRandom } from "@atrium/functions/testing/harness/properties/seeded-random";
import * as Y from "yjs";
import { createHttpServer } from "../../server/src/http-server.ts";
import { awarenessFrame, missingFrame, stateVectorFrame, updateFrame } from "../../server/src/socket/frames.ts";

/** The state vector of an empty document. */
const NOTHING = Uint8Array.of(0);
/** Number of connections that send at once. */
const AT_ONCE = 20;
/** Maximum growth of objects per message and in total, in bytes: as much as correct updates of this size take. */
const GROWTH = { perFrame: 2000, inTotal: 16_000_000 };

/**
 * Sends messages over WebSockets that are correct except for a few random bytes.
 * @returns what went wrong: an editor that can no longer be read or edited, or memory that grows with refused messages.
 */
export async function hostileFrames({ seed, count }: { seed: number; count: number }): Promise<string[]> {
  const w = await worldWithPlan();
  await w.ok("/v2/users/add", { ...plan, users: [{ userId: "ada" }] });
  const doc = new Y.Doc();
  doc.getText("content").insert(0, "Hello world");
  await syncTo(w, "title", doc);
  const app = createHttpServer(w.context);
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const address = `ws://127.0.0.1:${port}/v2/crdt/socket/acme/plan/title?token=${await w.token("ada")}`;
  const frames = madeFrames(doc, seededRandom(seed));
  const warm = memory();
  try {
    for (let sentCount = 0; sentCount < count; sentCount += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, () => sendAlone(address, frames())));
    const faults = await stillEdits(w);
    const grown = memory() - warm;
    if (grown > GROWTH.inTotal + GROWTH.perFrame * count)
      faults.push(`Memory grew by ${Math.round(grown / 1e6)} MB over ${count} hostile messages (seed ${seed}).`);
    return faults;
  } finally {
    await app.close();
  }
}

/** @returns a function that creates messages. */
function madeFrames(doc: Y.Doc, random: () => number): () => Uint8Array<ArrayBuffer> {
  const pick = (count: number) => Math.floor(random() * count);
  const good = [
    stateVectorFrame(Y.encodeStateVector(doc)),
    missingFrame(Y.encodeStateAsUpdate(doc)),
    updateFrame(Y.encodeStateAsUpdate(doc)),
    awarenessFrame([{ client: 7, clock: 1, state: '{"at":1}' }]),
  ];
  return () => {
    const frame = Uint8Array.from(good[pick(good.length)] as Uint8Array);
    for (let change = 0; change <= pick(3); change++) frame[pick(frame.length)] = pick(256);
    return pick(4) ? frame : frame.subarray(0, 1 + pick(frame.length));
  };
}

/**
 * Sends one message, and waits until the server has closed the connection or answered the sync request sent after it.
 */
async function sendAlone(address: string, frame: Uint8Array<ArrayBuffer>): Promise<void> {
  const socket = new WebSocket(address);
  socket.binaryType = "arraybuffer";
  const question = Uint8Array.from(stateVectorFrame(NOTHING));
  await new Promise<void>((resolve) => {
    socket.onclose = () => resolve();
    socket.onopen = () => {
      socket.send(frame);
      socket.send(question);
    };
    socket.onmessage = ({ data }) => {
      if (isAnswer(new Uint8Array(data as ArrayBuffer))) socket.close();
    };
  });
}

function isAnswer(message: Uint8Array): boolean {
  const [kind, step] = missingFrame(NOTHING);
  return message[0] === kind && message[1] === step;
}

async function stillEdits(w: Awaited<ReturnType<typeof worldWithPlan>>): Promise<string[]> {
  try {
    const client = new Y.Doc();
    await syncTo(w, "title", client);
    client.getText("content").insert(0, "Oh! ");
    await syncTo(w, "title", client);
    const { data } = await readEditor(w, "title");
    return data === client.getText("content").toString() ? [] : [`The editor contains ${JSON.stringify(data)}.`];
  } catch (error) {
    return [`The editor can't be edited any more: ${(error as Error).message}`];
  }
}

/** Bytes of objects in use. */
function memory(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed;
}
