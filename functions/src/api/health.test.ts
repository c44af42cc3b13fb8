import { expect, test } from "@jest/globals";
import { visit } from "#testing/harness/visit";
import { world } from "#testing/harness/world";
import health from "./health.ts";

test("health reports the version and the kind of store", async () => {
  const w = await world();
  const { status, body } = await visit(w, health);
  expect([status, body]).toStrictEqual([200, { status: "ok", version: "1.2.3", store: w.context.store.kind }]);
});
