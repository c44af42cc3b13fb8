import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { watchLogSize } from "./log-size-watch.ts";

test("a write-ahead log that grows too large is told once with its size, and again when it has doubled", () => {
  const dataFolder = temporaryFolder();
  const file = join(dataFolder, "atrium.db-wal");
  const warnings: object[] = [];
  const lines: string[] = [];
  let look = () => {};
  watchLogSize({
    dataFolder,
    checkpointPages: 8000,
    log: {
      info() {},
      error() {},
      warn(fields, message) {
        warnings.push(fields);
        lines.push(message);
      },
    },
    timer(_ms, run) {
      look = run;
      return () => {};
    },
  });
  // Nothing is there while no server has opened the file.
  look();
  writeFileSync(file, "");
  // The log of a disk that is slow reaches four times the pages at which a checkpoint begins.
  for (const megabytes of [64, 132, 300, 301, 599, 601, 10, 300]) {
    truncateSync(file, megabytes * 1e6);
    look();
  }
  expect(warnings).toStrictEqual([300, 601, 300].map((megabytes) => ({ bytes: megabytes * 1e6 })));
  expect(lines[0]).toMatch(/^The write-ahead log has grown to 300 MB, because a program keeps a read transaction open/);
});
