// `node functions/testing/harness/processes/upgrading-process.ts FILE` upgrades the file in two steps, prints `middle`
// in the middle of the second, and hangs there.
import { writeSync } from "node:fs";
import { FORMAT } from "#store/sqlite/format";
import { upgradeDataFile } from "#store/sqlite/upgrade/upgrade";

const [file = ""] = process.argv.slice(2);
await upgradeDataFile({
  file,
  notify: () => {},
  migrations: [
    { to: FORMAT + 1, run: (db) => db.exec("CREATE TABLE first (n INTEGER)") },
    {
      to: FORMAT + 2,
      run: (db) => {
        db.exec("CREATE TABLE second (n INTEGER); UPDATE docs SET data = '{\"half\":1}'");
        writeSync(1, "middle\n");
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      },
    },
  ],
});
