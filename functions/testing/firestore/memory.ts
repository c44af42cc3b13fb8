import { createRequire } from "node:module";
import { Firestore } from "firebase-admin/firestore";
import { hostTiming, type Timing } from "#store/firestore/timing";
import { QuickTiming } from "#testing/harness/time/quick-timing";

/** Replaces the credentials, which the client would otherwise look for on the network. */
const auth = { getUniverseDomain: async () => "googleapis.com" };

/**
 * A Firestore client for tests, with an empty database: on the server that FIRESTORE_EMULATOR_HOST names, otherwise in
 * memory. In memory, update times never repeat and the client's pauses between attempts are a hundredth as long.
 */
export async function testFirestore(): Promise<Firestore> {
  const host = process.env.FIRESTORE_EMULATOR_HOST;
  if (!host) return (await memoryFirestore("demo-atrium")).firestore;
  const projectId = newProject();
  testProjects().push(projectId);
  return onSharedConnection(clientOf(host, projectId));
}

/**
 * Projects whose data scripts/test/environment.mjs deletes when the test file has ended: the emulator keeps all data in
 * memory.
 */
function testProjects(): string[] {
  const shared = globalThis as { [name: symbol]: string[] | undefined };
  const key = Symbol.for("testProjects");
  shared[key] ??= [];
  return shared[key];
}

/** Pauses of the adapter for `testFirestore`: none in memory; real ones with a server, because of locks. */
export function testTiming(): Timing {
  return process.env.FIRESTORE_EMULATOR_HOST ? hostTiming : new QuickTiming();
}

let connection: Pool | undefined;

/** Every request names its database, so all clients of the process share one connection: opening one takes half a second. */
function onSharedConnection(firestore: Firestore): Firestore {
  const inner = firestore as unknown as { _clientPool: Pool };
  connection ??= inner._clientPool;
  inner._clientPool = connection;
  // Nothing to close: an idle connection does not keep the process alive.
  firestore.terminate = async () => {};
  return firestore;
}

/** A client of the server at `host:port`, by default in a project of its own, since such a server accepts any. */
export function clientOf(host: string, projectId = newProject()): Firestore {
  shortenPauses();
  const firestore = new Firestore({ projectId, host, ssl: false, auth });
  // The client always uses the server that FIRESTORE_EMULATOR_HOST names, so its settings are overwritten.
  const inner = firestore as unknown as { _settings: { servicePath?: string; port?: number } };
  const { hostname, port } = new URL(`http://${host}`);
  const own = () => Object.assign(inner._settings, { servicePath: hostname, port: Number(port) });
  const settings = firestore.settings.bind(firestore);
  firestore.settings = (options) => {
    settings(options);
    own();
  };
  own();
  return firestore;
}

function newProject(): string {
  return `demo-${crypto.randomUUID().slice(-12)}`;
}

/** A database in memory with its client, and the calls below the client, as a server would answer them. */
export async function memoryFirestore(projectId: string): Promise<{ firestore: Firestore; below(): Promise<unknown> }> {
  const { FirestoreMock } = await import("@firebase-bridge/firestore-admin");
  const mock = new FirestoreMock();
  let last = Date.now();
  mock.systemTime.custom(() => new Date(++last));
  shortenPauses();
  const firestore = mock.createDatabase(projectId).firestore();
  const pool = (firestore as unknown as { _clientPool: Pool })._clientPool;
  return { firestore, below: () => pool.run("", false, async (client) => client) };
}

interface Pool {
  run(tag: string, grpc: boolean, use: (client: unknown) => Promise<unknown>): Promise<unknown>;
}

/** Timeouts of the client from this length on, in ms, are not shortened: an idle watch is reopened after this time. */
const IDLE = 60_000;

/** The client takes its timer from a module of its own, which can be replaced. */
function shortenPauses(): void {
  const client = createRequire(import.meta.url).resolve("@google-cloud/firestore");
  const backoff: { setTimeoutHandler(handler: (run: () => void, ms: number) => void): void } =
    createRequire(client)("./backoff.js");
  backoff.setTimeoutHandler((run, ms) => (ms < IDLE ? setTimeout(run, ms / 100) : setTimeout(run, ms).unref()));
}
