import { unavailable } from "@atrium/functions/store/sqlite/database";
import { expect, test } from "@jest/globals";
import { startFailure } from "./start-failure.ts";

test("a damaged data file is reported to the operator with its path and the next step", () => {
  const error = unavailable(Object.assign(new Error("database disk image is malformed"), { errcode: 11 }));
  expect(startFailure(error, "/var/lib/atrium")).toBe(
    "/var/lib/atrium/atrium.db is damaged (database disk image is malformed). `npx atrium doctor --data /var/lib/atrium` shows details; restore it from a backup.",
  );
});
