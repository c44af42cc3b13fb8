import { expect, test } from "@jest/globals";
import { visit } from "#testing/harness/visit";
import { world } from "#testing/harness/world";
import health from "./health.ts";

test("a server says that it is there, its version and where it keeps its data", async () => {
  const w = await world();
  const { status, body } = await visit(w, health);
  expect([status, body]).toStrictEqual([200, { status: "ok", version: "1.2.3", store: w.context.store.kind }]);
});
