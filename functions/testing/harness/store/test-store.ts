import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TimeSlice } from "#platform/async/time-slice";
import { hostTimer, type SetTimer } from "#platform/async/timer";
import { ApiError } from "#platform/error";
import { firestoreStore } from "#store/firestore/adapter";
import { Ramp } from "#store/firestore/ramp";
import type { Store, Write } from "#store/port";
import { RecentStore } from "#store/recent-store";
import { openSqliteStore } from "#store/sqlite/adapter";
import { type IndexFile, tree } from "#store/tree";
import { testFirestore, testTiming } from "#testing/firestore/memory";
import { QuickTiming } from "#testing/harness/time/quick-timing";
import indexFile from "../../../../firestore.indexes.json" with { type: "json" };
import { counted } from "./store-calls.ts";
import { docsOf } from "./store-dump.ts";

/** Composite indexes of the service. */
export const { indexes } = indexFile as IndexFile;

const isOnServer = Boolean(process.env.FIRESTORE_EMULATOR_HOST);

/**
 * Factor for numbers of random cases: a tenth with a server, where conflicting transactions wait for each other for
 * seconds.
 */
const times = Number(process.env.TEST_TRIES ?? (isOnServer ? 0.1 : 1));

/** The number of random cases of a test: `count`, or TEST_TRIES times as many. */
export function tries(count: number): number {
  return Math.ceil(count * times);
}

/** The distance between the points at which a test interrupts a long operation: a server gets fewer of them. */
export const stride = isOnServer ? 7 : 1;

/** Whether a query outside of a transaction is consistent: in Firestore it is, in its emulator nearly always. */
export const queriesShowOneMoment = !isOnServer;

/**
 * How long after its answer to a commit a server may take to notify watches, in ms; in memory they are notified before.
 */
export const watchDelay = isOnServer ? 100 : 0;

/** Whether a task failed because a server was too slow, as happens on a busy machine. */
export function isFailureOfServer(error: unknown): boolean {
  const cause = error instanceof ApiError ? error.cause : error;
  // Only errors of its client have numeric gRPC codes.
  return isOnServer && cause instanceof Error && "code" in cause && typeof cause.code === "number";
}

/** For `skip`: why a test can't write during a transaction to a document that it has read. */
export const serverLocks = isOnServer && "the server locks documents that an open transaction has read";

/** Initial content of a store: the bytes of a data file, or for a server the writes that create it. */
export type StoreImage = { bytes: Uint8Array } | { writes: Write[] };

/**
 * A store of its own for one test: SQLite in memory, or a project of its own on the Firestore that
 * FIRESTORE_EMULATOR_HOST names.
 * @param image its initial content; default: none.
 */
export async function openTestStore(image?: StoreImage): Promise<Store> {
  if (!isOnServer) {
    const begun = image && "bytes" in image && { image: image.bytes };
    return openSqliteStore({ file: ":memory:", tree, indexes, slice: neverOver(), ...begun });
  }
  const store = await testFirestoreStore();
  if (image && "writes" in image) await store.bulk(image.writes);
  return store;
}

/** Creates an image for `openTestStore` from a store that `write` fills. */
export async function imageOfStore(write: (store: Store) => Promise<unknown>): Promise<StoreImage> {
  if (!isOnServer) return { bytes: await bytesOfStore(write) };
  const store = await testFirestoreStore();
  await write(store);
  const docs = await docsOf(store);
  return { writes: docs.map(({ path, data }) => ({ op: "create", path, data })) };
}

async function bytesOfStore(write: (store: Store) => Promise<unknown>): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), "atrium-image-"));
  try {
    const file = join(folder, "atrium.db");
    const store = await openSqliteStore({ file, tree, indexes });
    await write(store);
    await store.close();
    // The file's read and write versions: 2 means a write-ahead log, which a store in memory can't have.
    return readFileSync(file).fill(1, 18, 20);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** An empty Firestore store: in memory, or a project on the server that FIRESTORE_EMULATOR_HOST names. */
export async function testFirestoreStore(): Promise<Store> {
  const ramp = new Ramp(new QuickTiming());
  const store = firestoreStore({
    firestore: await testFirestore(),
    tree,
    indexes,
    timing: testTiming(),
    ramp,
    hasLocalIndexes: true,
  });
  // Without closing it, its watches would keep the process alive for a day.
  endsOfFile().push(() => store.close());
  // A test has one process, which knows of all changes: pauses until other processes know of them take no time.
  const remembering = new RecentStore(store, new QuickTiming());
  // Counted, so that a virtual clock stands still while a call is under way, however slow the machine is.
  return counted(remembering);
}

/** Functions that scripts/test/environment.mjs calls when the test file has ended. */
function endsOfFile(): (() => Promise<void>)[] {
  const shared = globalThis as { [name: symbol]: (() => Promise<void>)[] | undefined };
  const key = Symbol.for("endsOfFile");
  shared[key] ??= [];
  return shared[key];
}

/** An endless time slice, so that the turns of reads do not depend on the speed of the machine. */
function neverOver(): TimeSlice {
  return new TimeSlice({ now: () => 0, nextTurn: (resume) => void setImmediate(resume) });
}

/** A time slice that ends at each step, so that every sliced read takes several turns. */
export function alwaysOver(): TimeSlice {
  let now = 0;
  return new TimeSlice({ now: () => (now += 1000), nextTurn: (resume) => void setImmediate(resume) });
}

/** The timer of the process, sixty times slower with a server, so that its calls have time to finish. */
export const testTimer: SetTimer = (ms, run) => hostTimer(isOnServer ? ms * 60 : ms, run);
