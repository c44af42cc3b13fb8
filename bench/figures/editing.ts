import { setTimeout as sleep } from "node:timers/promises";
import { EditingClients, type EditingHost, startEditing, startPeer } from "../editing/clients.ts";
import { openTimes, storeLargeState } from "../editing/open.ts";
import type { Amount, Figure, Options, Outcome, Throughput } from "../figure.ts";
import { medianRound } from "../measure.ts";

const DOCUMENTS = 100;
const CLIENTS = 500;
/** Updates per second of each client, as from a fast typist. */
const RATE = 10;
const IDLE = 1000;
const MOST_IDLE = 60;
const MANY = 5000;
const LONGEST = { p50: 10, p99: 50, open: 100 };
const TIMES_OF_PEER = 2;

/** Measures the product and then, if npm can install it, Hocuspocus. */
async function beside(
  run: (host: EditingHost) => Promise<Amount>,
  isMet: (product: Amount) => boolean,
): Promise<Outcome> {
  const measured = async (host: EditingHost) => {
    try {
      return await run(host);
    } finally {
      await host.server.stop();
    }
  };
  const product = await measured(await startEditing(DOCUMENTS));
  const started = await startPeer();
  const floor = started && (await measured(started));
  return { product, ...(floor && { floor }), met: isMet(product) };
}

async function withClients<T>(
  host: EditingHost,
  clients: number,
  run: (all: EditingClients) => Promise<T>,
): Promise<T> {
  const all = new EditingClients();
  try {
    await all.open(host, DOCUMENTS, clients);
    return await run(all);
  } finally {
    all.close();
  }
}

/** One round of edits, with what each update cost. @throws Error if an update did not reach everybody. */
async function oneRound(host: EditingHost, all: EditingClients, rate: number, seconds: number): Promise<Throughput> {
  const before = host.server.cpuTime();
  const { perSecond, p50, p99, lost, cpu: loadCpu } = await all.edit(rate, seconds);
  const after = host.server.cpuTime();
  if (lost > 0) throw new Error(`${lost} updates did not reach everybody.`);
  const isKnown = before !== undefined && after !== undefined;
  const cpu = isKnown && { cpu: (after - before) / (perSecond * seconds) };
  return { requestsPerSecond: perSecond, p50, p99, ...cpu, loadCpu };
}

/**
 * Lets clients of the product and of Hocuspocus, if npm can install it, edit alternately; the median round of each
 * counts.
 * @param rate updates per second and client; 0: as fast as updates reach all others.
 */
async function byTurns(
  { rounds, seconds }: Options,
  rate: number,
  isMet: (product: Throughput, peer: Throughput | undefined) => boolean,
): Promise<Outcome> {
  const hosts: { host: EditingHost; all: EditingClients; found: Throughput[] }[] = [];
  const join = async (host: EditingHost | undefined) => {
    if (!host) return;
    const all = new EditingClients();
    hosts.push({ host, all, found: [] });
    await all.open(host, DOCUMENTS, CLIENTS);
  };
  try {
    await join(await startEditing(DOCUMENTS));
    await join(await startPeer());
    // The first round warms up.
    for (let round = 0; round <= rounds; round++)
      for (const { host, all, found } of hosts) {
        const one = await oneRound(host, all, rate, seconds);
        if (round > 0) found.push(one);
      }
  } finally {
    for (const { host, all } of hosts) {
      all.close();
      await host.server.stop();
    }
  }
  const [product, floor] = hosts.map(({ found }) => medianRound(found));
  return { product: product as Throughput, ...(floor && { floor }), met: isMet(product as Throughput, floor) };
}

const who = `${DOCUMENTS} documents × ${CLIENTS / DOCUMENTS} clients`;

/** Updates that clients exchange over WebSockets as fast as they reach all others, each with a few in flight. */
const editingRate: Figure = {
  id: "editing-rate",
  title: `WebSockets, ${who}, four updates of each on their way, updates that reach all others (floor: Hocuspocus, which stores some seconds later)`,
  target: `≥ ${TIMES_OF_PEER} times Hocuspocus`,
  run: (options) =>
    byTurns(
      options,
      0,
      (product, peer) => product.requestsPerSecond >= TIMES_OF_PEER * (peer?.requestsPerSecond ?? Number.NaN),
    ),
};

/** From a keystroke until another client has received it. */
const keystroke: Figure = {
  id: "editing-keystroke",
  title: `WebSockets, ${who}, ${RATE} updates/s each, a keystroke to another client (floor: Hocuspocus)`,
  target: `p50 < ${LONGEST.p50} ms, p99 < ${LONGEST.p99} ms`,
  run: (options) =>
    byTurns(options, RATE, ({ p50 = Number.NaN, p99 = Number.NaN }) => p50 < LONGEST.p50 && p99 < LONGEST.p99),
};

/** The resident memory that open connections add, and whether many of them stay open. */
const idle: Figure = {
  id: "editing-idle",
  title: `${IDLE} idle WebSockets of editors: memory; then ${MANY}, which all stay (floor: Hocuspocus)`,
  target: `< ${MOST_IDLE} MB`,
  run: ({ seconds }) =>
    beside(
      async (host) => {
        const before = host.server.memory();
        return withClients(host, IDLE, async () => {
          await sleep(seconds * 1000);
          const value = host.server.memory() - before;
          await stay(host, MANY - IDLE, seconds);
          return { value, unit: "MB" };
        });
      },
      ({ value }) => value < MOST_IDLE,
    ),
};

/** @throws Error if one of `clients` connections is closed meanwhile. */
function stay(host: EditingHost, clients: number, seconds: number): Promise<void> {
  return withClients(host, clients, async (all) => {
    await sleep(seconds * 1000);
    const open = await all.count();
    if (open < clients) throw new Error(`${clients - open} of ${clients} connections were closed.`);
  });
}

/** From connecting until a stock Yjs document has a state of 1 MiB that the server did not have in memory. */
const opening: Figure = {
  id: "editing-open",
  title: "WebSocket, opening a document of 1 MiB, until a stock Yjs document has it (floor: Hocuspocus)",
  target: `< ${LONGEST.open} ms`,
  run: ({ rounds: count }) =>
    beside(
      async (host) => {
        await storeLargeState(host);
        const times = (await openTimes(host, 3 * count)).sort((a, b) => a - b);
        return { value: times[Math.floor(times.length / 2)] ?? Number.NaN, unit: "ms" };
      },
      ({ value }) => value < LONGEST.open,
    ),
};

export const editing: Figure[] = [editingRate, keystroke, idle, opening];
