import { setImmediate as turn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Maximum number of event loop turns in which garbage is collected. */
const MOST_TURNS = 100;

/**
 * Collects garbage until none of the objects is left.
 * @returns how many are still in memory because something references them.
 */
export async function leftInMemory(objects: readonly WeakRef<object>[]): Promise<number> {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const countAlive = () => objects.filter((one) => one.deref()).length;
  for (let i = 0; i < MOST_TURNS && countAlive() > 0; i++) {
    await turn();
    collect();
  }
  return countAlive();
}
