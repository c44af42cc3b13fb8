// Clients that edit documents over WebSockets, in a separate process. They implement the protocols byte by byte: a Yjs
// document per client and a browser's WebSocket would use more CPU time than the server.
import { setTimeout as sleep } from "node:timers/promises";
import { parseUpdateMeta } from "yjs";
import type { EditingOrder, EditingReport } from "./clients.ts";
import { LeanSocket } from "./lean-socket.ts";
import { readTyped, readVarUint, typingUpdate, varString, varUint } from "./typed-text.ts";

/** Number of connections that are opened at once. */
const AT_ONCE = 50;
/** Updates of a client that may be in flight at once: a person typing does not wait for the others. */
const IN_FLIGHT = 4;
/** Interval at which clients are checked for due updates, in ms. */
const TICK = 5;
/** Message types of y-websocket and Hocuspocus: sync, with its first step and an update; authentication; sync reply. */
const [SYNC, STEP_1, UPDATE, AUTHENTICATE, SYNC_REPLY] = [0, 0, 2, 2, 4];

/** Clients of one document, by their id. */
type Editors = Map<number, Client>;

let times: number[] = [];

class Client {
  readonly id: number;
  readonly ready: Promise<void>;
  readonly socket: LeanSocket;
  readonly #head: number[];
  readonly #editors: Editors;
  #clock = 0;
  #sentAt = new Map<number, { at: number; arrived: number }>();
  sent = 0;
  done = 0;
  dueAt = 0;
  /** Called when one of its updates has reached all others. */
  onDone: () => void = () => undefined;

  constructor(order: EditingOrder, editors: Editors, { id, document }: { id: number; document: number }) {
    this.id = id;
    this.#editors = editors;
    const name = `document-${String(document).padStart(8, "0")}`;
    this.#head = order.isHocuspocus ? varString(name) : [];
    this.socket = new LeanSocket(order.address.replace("{document}", name));
    this.ready = new Promise((resolve, reject) => {
      this.socket.onOpen = () => {
        if (order.isHocuspocus) this.#send([AUTHENTICATE, 0, ...varString("token"), ...varString("4.7.0")]);
        this.#send([SYNC, STEP_1, ...varUint(1), 0]);
      };
      this.socket.onMessage = (message) => this.#received(message, resolve);
      this.socket.onClose = () => reject(new Error("A connection was closed."));
    });
    this.ready.catch(() => undefined);
  }

  type(): void {
    const update = typingUpdate(this.id, this.#clock, "x");
    this.#sentAt.set(this.#clock, { at: performance.now(), arrived: 0 });
    this.#clock++;
    this.sent++;
    this.#send([SYNC, UPDATE, ...varUint(update.length), ...update]);
  }

  /** Called when another client has received an update from this one. */
  arrived(clock: number): void {
    const sentUpdate = this.#sentAt.get(clock);
    if (!sentUpdate) return;
    times.push(performance.now() - sentUpdate.at);
    if (++sentUpdate.arrived < this.#editors.size - 1) return;
    this.#sentAt.delete(clock);
    this.done++;
    this.onDone();
  }

  #send(message: number[]): void {
    this.socket.send([...this.#head, ...message]);
  }

  #received(data: Uint8Array, ready: () => void): void {
    const [kind, afterKind] = readVarUint(data, this.#head.length);
    if (kind !== SYNC && kind !== SYNC_REPLY) return;
    const [step, afterStep] = readVarUint(data, afterKind);
    ready();
    const [length, start] = readVarUint(data, afterStep);
    if (step !== UPDATE) return;
    const update = data.subarray(start, start + length);
    const one = readTyped(update);
    if (one) {
      this.#heard(one.client, one.clock);
      return;
    }
    // A server may send several updates as one.
    const { from, to } = parseUpdateMeta(update);
    for (const [id, end] of to) for (let clock = from.get(id) ?? 0; clock < end; clock++) this.#heard(id, clock);
  }

  #heard(id: number, clock: number): void {
    if (id !== this.id) this.#editors.get(id)?.arrived(clock);
  }
}

const all: Client[] = [];

async function open(order: EditingOrder): Promise<void> {
  const documents = Array.from({ length: order.documents }, (): Editors => new Map());
  for (let i = 0; i < order.clients; i++) {
    const document = i % order.documents;
    const editors = documents[document] as Editors;
    const client = new Client(order, editors, { id: 1_000_000 + i, document });
    editors.set(client.id, client);
    all.push(client);
    if (i % AT_ONCE === AT_ONCE - 1) await Promise.all(all.slice(-AT_ONCE).map(({ ready }) => ready));
  }
  await Promise.all(all.map(({ ready }) => ready));
}

/**
 * @param rate updates per second and client; 0: each sends the next update when one of its last four has reached all
 * others.
 */
async function edit(rate: number, seconds: number): Promise<EditingReport> {
  times = [];
  for (const client of all) [client.sent, client.done] = [0, 0];
  const started = performance.now();
  const cpuBefore = process.cpuUsage();
  const end = started + seconds * 1000;
  if (rate === 0) for (const client of all) startNextWhenDone(client, end);
  else await editAtRate(rate, started, end);
  await sleep(Math.max(0, end - performance.now()));
  const done = all.reduce((sum, client) => sum + client.done, 0);
  const { user, system } = process.cpuUsage(cpuBefore);
  // Updates still in flight get time to arrive; then they count as lost.
  for (let i = 0; i < 100 && all.some((client) => client.done < client.sent); i++) await sleep(50);
  const lostCount = all.reduce((sum, client) => sum + client.sent - client.done, 0);
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor(times.length * part)] ?? Number.NaN;
  return {
    perSecond: done / seconds,
    p50: at(0.5),
    p99: at(0.99),
    lost: lostCount,
    cpu: (user + system) / done,
    open: openCount(),
  };
}

function startNextWhenDone(client: Client, end: number): void {
  client.onDone = () => {
    if (performance.now() < end) client.type();
  };
  for (let i = 0; i < IN_FLIGHT; i++) client.type();
}

async function editAtRate(rate: number, started: number, end: number): Promise<void> {
  all.forEach((client, i) => {
    client.onDone = () => undefined;
    client.dueAt = started + ((i / all.length) * 1000) / rate;
  });
  for (let now = started; now < end; now = performance.now()) {
    for (const client of all) {
      if (client.dueAt > now) continue;
      client.dueAt += 1000 / rate;
      client.type();
    }
    await sleep(TICK);
  }
}

function openCount(): number {
  return all.filter(({ socket }) => socket.isOpen).length;
}

process.on("message", async (order: EditingOrder | { rate: number; seconds: number } | "count") => {
  if (order === "count") process.send?.({ open: openCount() });
  else if ("rate" in order) process.send?.(await edit(order.rate, order.seconds));
  else {
    await open(order);
    process.send?.({ open: openCount() });
  }
});
process.on("disconnect", () => process.exit());
