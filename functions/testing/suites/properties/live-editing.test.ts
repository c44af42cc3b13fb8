import { test } from "@jest/globals";
import { worldWithPlan } from "#testing/fixtures/crdt/crdt";
import { randomFrom } from "#testing/harness/properties/chaos";
import { editTogether } from "./live-editing.ts";

const SEEDS = 8;

test("whatever order updates arrive in, and whenever the log is folded, all clients converge and nothing is lost", async () => {
  const w = await worldWithPlan();
  for (let seed = 1; seed <= SEEDS; seed++) await editTogether(w, randomFrom(seed), `e${seed}`);
});
