import { setTimeout as sleep } from "node:timers/promises";
import * as Y from "yjs";
import { type EditingHost, post } from "./clients.ts";
import { readVarUint, varString, varUint } from "./typed-text.ts";

const DOCUMENT = "document-00000000";
const STATE_BYTES = 1024 * 1024;
/** Letters typed in one place, and the overhead in bytes of each such text. */
const RUN = 40;
const ITEM = 37;
/** Ms within which both servers have stored an update and dropped a document that nobody has open from memory. */
const SETTLED = 8000;
/** Message types: sync with its two steps and an update, and Hocuspocus' authentication and sync reply. */
const [SYNC, STEP_1, STEP_2, UPDATE, AUTHENTICATE, SYNC_REPLY] = [0, 0, 1, 2, 2, 4];

/** A text typed in many places: about 1 MiB as an update. */
function largeState(): Uint8Array {
  const doc = new Y.Doc();
  const text = doc.getText("content");
  let seed = 1;
  for (let bytes = 0; bytes < STATE_BYTES; bytes += RUN + ITEM) {
    seed = (seed * 48_271) % 2_147_483_647;
    text.insert(seed % (text.length + 1), "x".repeat(RUN));
  }
  return Y.encodeStateAsUpdate(doc);
}

/** Stores the large state as the editor of the first document. */
export async function storeLargeState(host: EditingHost): Promise<void> {
  const update = largeState();
  const place = { organizationId: "edited", documentId: DOCUMENT, editorId: "text" };
  if (host.tenant) {
    // The first update creates the editor; later ones go to its log.
    for (const one of [new Uint8Array([0, 0]), update])
      await post(host.server.url, host.tenant, "/v2/crdt/sync", {
        ...place,
        update: Buffer.from(one).toString("base64"),
      });
  } else {
    const { socket } = await openDocument(host);
    socket.send(message(host, [SYNC, UPDATE, ...varUint(update.length)], update));
    await sleep(SETTLED / 2);
    socket.close();
  }
  await sleep(SETTLED);
}

/** How long it takes to open that document, measured `count` times, in ms. */
export async function openTimes(host: EditingHost, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const started = performance.now();
    const { socket, doc } = await openDocument(host);
    times.push(performance.now() - started);
    if (doc.getText("content").length < STATE_BYTES / 2) throw new Error("The document is not whole.");
    socket.close();
    await sleep(SETTLED / 4);
  }
  return times;
}

/** Opens the document as a stock client does: it sends its state vector and is complete with the reply. */
async function openDocument(host: EditingHost): Promise<{ socket: WebSocket; doc: Y.Doc }> {
  const socket = new WebSocket(host.address.replace("{document}", DOCUMENT));
  const doc = new Y.Doc();
  socket.binaryType = "arraybuffer";
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
  const synced = new Promise<void>((resolve) => {
    socket.onmessage = ({ data: received }) => {
      const data = new Uint8Array(received as ArrayBuffer);
      const [kind, afterKind] = readVarUint(data, host.isHocuspocus ? varString(DOCUMENT).length : 0);
      if (kind !== SYNC && kind !== SYNC_REPLY) return;
      const [step, afterStep] = readVarUint(data, afterKind);
      if (step === STEP_1) return;
      const [length, start] = readVarUint(data, afterStep);
      Y.applyUpdate(doc, data.subarray(start, start + length));
      if (step === STEP_2) resolve();
    };
  });
  if (host.isHocuspocus) socket.send(message(host, [AUTHENTICATE, 0, ...varString("token"), ...varString("4.7.0")]));
  socket.send(message(host, [SYNC, STEP_1, 1, 0]));
  await synced;
  return { socket, doc };
}

function message({ isHocuspocus }: EditingHost, head: number[], content: Uint8Array = new Uint8Array()): Buffer {
  return Buffer.concat([Buffer.from([...(isHocuspocus ? varString(DOCUMENT) : []), ...head]), content]);
}
