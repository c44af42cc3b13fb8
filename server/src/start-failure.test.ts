import { unavailable } from "@atrium/functions/store/sqlite/database";
import { expect, test } from "@jest/globals";
import { startFailure } from "./start-failure.ts";

test("a damaged data file is reported to the operator with its path and the next step", () => {
  const error = unavailable(Object.assign(new Error("database disk image is malformed"), { errcode: 11 }));
  expect(startFailure(error, "/var/lib/atrium")).toBe(
    "/var/lib/atrium/atrium.db is damaged (database disk image is malformed). `npx atrium doctor --data /var/lib/atrium` shows details; restore it from a backup.",
  );
});

test("a full disk is reported with the data folder on it, since the error itself names no file", () => {
  const system = Object.assign(new Error("ENOSPC: no space left on device, write"), {
    code: "ENOSPC",
    syscall: "write",
  });
  const sqlite = unavailable(Object.assign(new Error("database or disk is full"), { errcode: 13 }));
  for (const [error, reason] of [
    [system, "ENOSPC: no space left on device, write"],
    [sqlite, "database or disk is full"],
  ] as const)
    expect(startFailure(error, "/var/lib/atrium")).toBe(
      `The data folder /var/lib/atrium can't be written (${reason}). Make room on its disk.`,
    );
});
