import { TimeSlice } from "#platform/time-slice";
import { hostTimer, type SetTimer } from "#platform/timer";
import { firestoreStore } from "#store/firestore/adapter";
import { Ramp } from "#store/firestore/ramp";
import type { Store } from "#store/port";
import { openSqliteStore } from "#store/sqlite/adapter";
import { type IndexFile, tree } from "#store/tree";
import { testFirestore, testTiming } from "#testing/firestore/memory";
import indexFile from "../../../firestore.indexes.json" with { type: "json" };
import { QuickTiming } from "./quick-timing.ts";
import { counted } from "./store-calls.ts";

/** Composite indexes of the service. */
export const { indexes } = indexFile as IndexFile;

const isOnServer = Boolean(process.env.FIRESTORE_EMULATOR_HOST);

/**
 * How often a test tries what chance decides: a tenth as often before a server, where two transactions that meet wait for
 * each other for seconds.
 */
export function tries(count: number): number {
  return isOnServer ? Math.ceil(count / 10) : count;
}

/** How far apart the points are at which a test breaks into something long: before a server it tries fewer of them. */
export const stride = isOnServer ? 7 : 1;

/** Whether a query outside of a transaction shows one moment: in Firestore it does, in its emulator nearly always. */
export const queriesShowOneMoment = !isOnServer;

/** For `skip`: why a test can't write in the middle of a transaction what this has read. */
export const serverLocks = isOnServer && "the server lets nobody change what an open transaction has read";

/**
 * An empty store of its own for one test: SQLite in memory, or a project of its own on the Firestore that
 * FIRESTORE_EMULATOR_HOST names.
 */
export async function openTestStore(): Promise<Store> {
  if (!isOnServer) return openSqliteStore({ file: ":memory:", tree, indexes, slice: neverOver() });
  return testFirestoreStore();
}

/** An empty Firestore store: in memory, or a project on the server that FIRESTORE_EMULATOR_HOST names. */
export async function testFirestoreStore(): Promise<Store> {
  const ramp = new Ramp(new QuickTiming());
  // Counted, so that a virtual clock stands still while a call is under way, however slow the machine is.
  return counted(firestoreStore({ firestore: await testFirestore(), tree, indexes, timing: testTiming(), ramp }));
}

/** A time slice that never ends: how reads take turns does not depend on how fast the machine is. */
function neverOver(): TimeSlice {
  return new TimeSlice({ now: () => 0, nextTurn: (resume) => void setImmediate(resume) });
}

/** A time slice that is over at each step: every read that may go on in a later turn does. */
export function alwaysOver(): TimeSlice {
  let now = 0;
  return new TimeSlice({ now: () => (now += 1000), nextTurn: (resume) => void setImmediate(resume) });
}

/** The timer of the process, at a sixtieth of its pace before a server: what a call waits for gets done there too. */
export const testTimer: SetTimer = (ms, run) => hostTimer(isOnServer ? ms * 60 : ms, run);
