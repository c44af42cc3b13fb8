import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expect, test } from "@jest/globals";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { packContent } from "./content.ts";

test("a reader that stops early, for example on a full disk, leaves no unhandled rejection that would end the process", async () => {
  const file = join(temporaryFolder(), "data");
  const bytes = 4 * 1024 * 1024;
  writeFileSync(file, randomBytes(bytes));
  const unhandled: unknown[] = [];
  const listener = (error: unknown) => unhandled.push(error);
  process.on("unhandledRejection", listener);
  onTestFinished(() => process.off("unhandledRejection", listener));
  const preface = { manifest: { dataFormat: 1, bytes, sha256: "", documents: {} }, secrets: "{}" };
  const isFull = new Error("the disk is full");
  const write = async () => {
    let chunks = 0;
    for await (const _chunk of packContent(file, preface, () => undefined)) if (++chunks === 3) throw isFull;
  };
  await expect(write()).rejects.toBe(isFull);
  // Rejections so far are reported in the turns that follow.
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  expect(unhandled).toStrictEqual([]);
});
