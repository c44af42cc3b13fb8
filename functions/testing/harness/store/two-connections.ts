import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "#store/sqlite/adapter";
import { tree } from "#store/tree";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { indexes } from "./test-store.ts";

/**
 * Two connections to one new data file, as of two processes. Either learns what the other has committed only when it
 * reads, or when the test calls `look`.
 * @param isShared whether both record in the file what they write.
 * @param data collections and indexes. Default: those of the service.
 */
export async function twoConnections({ isShared = false, data = { tree, indexes } } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "atrium-two-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  let look: () => void = () => undefined;
  const timer = (_ms: number, run: () => void) => {
    look = run;
    return () => undefined;
  };
  const open = () => openSqliteStore({ file: join(folder, "store.db"), ...data, timer, isShared });
  const [store, otherStore] = [await open(), await open()];
  onTestFinished(() => Promise.all([store.close(), otherStore.close()]));
  return { store, otherStore, look: () => look() };
}
