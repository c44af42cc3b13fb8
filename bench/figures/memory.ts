import { setTimeout as sleep } from "node:timers/promises";
import { ORGANIZATION } from "../against-floor.ts";
import type { Figure, Options, Outcome } from "../figure.ts";
import { startProduct } from "../server-process.ts";
import { makeTenant } from "../tenant.ts";

const MOST = 150;

/** Resident memory of the server with ten thousand users and documents, some seconds after its start. */
export const memory: Figure = {
  id: "memory",
  title: "resident memory, idle",
  target: `< ${MOST} MB`,
  async run({ seconds }: Options): Promise<Outcome> {
    const tenant = await makeTenant(ORGANIZATION);
    const server = await startProduct(tenant.folder);
    await sleep(seconds * 1000);
    const value = server.memory();
    await server.stop();
    return { product: { value, unit: "MB" }, met: value < MOST };
  },
};
