import { worldWithPlan } from "@atrium/functions/testing/fixtures/crdt/crdt";
import { cleanUp } from "@atrium/functions/testing/harness/jest/cleanup";
import { seededRandom } from "@atrium/functions/testing/harness/properties/seeded-random";
import { editTogether } from "@atrium/functions/testing/suites/properties/live-editing";
import { hostileFrames } from "./hostile-frames.ts";

/** Number of stories per world, since their data stays in it for a minute of its clock. */
const PER_WORLD = 50;
/** Number of hostile messages per story. */
const FRAMES = 20;

/** The extent of a run. */
export interface EditingCount {
  seed: number;
  /** Number of stories: in each, several clients edit one editor. */
  stories: number;
  /** Called after each story. */
  onStory?(done: number): void;
}

/**
 * Lets clients edit together despite faults of all kinds, and sends hostile messages over WebSockets.
 * @returns what went wrong, and how to reproduce it.
 */
export async function editingFaults({ seed, stories, onStory }: EditingCount): Promise<string[]> {
  const faults: string[] = [];
  for (let first = 0; first < stories; first += PER_WORLD) {
    const w = await worldWithPlan();
    for (let story = first; story < Math.min(first + PER_WORLD, stories); story++) {
      await editTogether(w, seededRandom(seed + story), `e${story}`).catch((error: Error) => {
        const again = `npm run fuzz -- --editing --seed ${seed + story} --count 1`;
        faults.push(`Clients did not converge: ${error.message}\n  ${again}`);
      });
      onStory?.(story + 1);
    }
    await cleanUp();
  }
  faults.push(...(await hostileFrames({ seed, count: stories * FRAMES })));
  await cleanUp();
  return faults;
}
