import type { ReadContext } from "@atrium/functions/context";
import { randomBase62 } from "@atrium/functions/platform/crypto/base62";
import type { Store, StoreReader } from "@atrium/functions/store/port";

const path = "host/command";

/** Pause between two checks for a new command, in ms. */
const PAUSE = 1000;

/** Records that a command has changed data. Servers of this data empty their caches within two seconds. */
export async function noteCommand(store: Store): Promise<void> {
  await store.commit([{ op: "set", path, data: { id: randomBase62() } }]);
}

/**
 * Calls `run` about a second after each command that has changed data, for as long as the process lives.
 * @returns when it knows which command was the latest at the start.
 */
export async function afterCommands(
  { store, timer }: Pick<ReadContext, "store" | "timer">,
  run: () => void,
): Promise<void> {
  let last = await lastCommand(store);
  const look = async () => {
    const command = await lastCommand(store).catch(() => last);
    if (command !== last) run();
    last = command;
    lookLater();
  };
  const lookLater = () => void timer(PAUSE, () => void look());
  lookLater();
}

/** The id of the latest command that changed data. */
async function lastCommand(store: StoreReader): Promise<string | undefined> {
  return (await store.get<{ id: string }>(path))?.data.id;
}
