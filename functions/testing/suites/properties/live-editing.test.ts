import { test } from "@jest/globals";
import { HeavyWork } from "#src/heavy-work";
import { worldWithPlan } from "#testing/fixtures/crdt/crdt";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { seededRandom } from "#testing/harness/properties/seeded-random";
import { editTogether } from "./live-editing.ts";

const SEEDS = 8;
/** Size in bytes from which an editor counts as large here. */
const LARGE = 150;

test("in whatever order updates arrive, and whenever the log is folded, all clients converge and nothing is lost", async () => {
  const w = await worldWithPlan();
  for (let seed = 1; seed <= SEEDS; seed++) await editTogether(w, seededRandom(seed), `e${seed}`);
});

test("the same holds for editors that are too large to be kept in memory", async () => {
  const heavyWork = new HeavyWork(LARGE);
  onTestFinished(() => heavyWork.close());
  const w = await worldWithPlan({ heavyWork });
  for (let seed = 1; seed <= SEEDS; seed++) await editTogether(w, seededRandom(seed), `e${seed}`);
});
