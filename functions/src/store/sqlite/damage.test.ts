import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import type { ApiError } from "#platform/error";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { contractIndexes, contractTree } from "#testing/suites/store/contract-tree";
import { openSqliteStore } from "./adapter.ts";

const PAGE = 4096;

test("reads of a damaged file report the damage, whichever page it is in, and the process goes on", async () => {
  const folder = mkdtempSync(join(tmpdir(), "atrium-damage-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "data.db");
  const open = () => openSqliteStore({ file, tree: contractTree, indexes: contractIndexes });
  const paths = Array.from({ length: 200 }, (_, i) => `worlds/w${i}`);
  const store = await open();
  await store.commit(paths.map((path) => ({ op: "set", path, data: { text: "x".repeat(1000) } })));
  await store.close();
  const whole = readFileSync(file);
  let errorCount = 0;
  for (let page = 1; page < statSync(file).size / PAGE; page++) {
    writeFileSync(file, Buffer.from(whole).fill(0xa5, page * PAGE, (page + 1) * PAGE));
    const damaged = await open().catch(() => undefined);
    if (!damaged) continue;
    for (const read of [() => damaged.getMany(paths), () => damaged.query({ collection: "worlds" })]) {
      const error = await read().then(
        () => undefined,
        (error: ApiError) => error,
      );
      if (error) expect(error.code).toBe("DATA_LOSS");
      if (error) errorCount++;
      // The transaction of the reads ends in this turn.
      await turn();
    }
    await damaged.close();
  }
  expect(errorCount).toBeGreaterThan(0);
});
