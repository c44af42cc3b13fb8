import { existsSync } from "node:fs";
import type { AddressInfo } from "node:net";
import type { StoreQueue } from "@atrium/functions/queue/store-queue";
import type { Store } from "@atrium/functions/store/port";
import { upgradeDataFile } from "@atrium/functions/store/sqlite/upgrade/upgrade";
import { dataFile, openData } from "../src/data/data-folder.ts";
import { createHttpServer } from "../src/http-server.ts";
import { createLog } from "../src/log/log.ts";
import { serviceOver } from "../src/service.ts";
import { readSettings } from "../src/settings/settings.ts";

/** A reply. */
interface KeptReply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape.
  body: any;
}

/** A service over a data folder, on a free loopback port, whose clock stands still. */
export interface KeptService {
  store: Store;
  queue: StoreQueue;
  post(path: string, data: object, headers?: Record<string, string>): Promise<KeptReply>;
  close(): Promise<void>;
}

/** Serves a data folder. @param now the time, in ms since 1970. */
export async function serveData(dataFolder: string, now: number): Promise<KeptService> {
  const settings = { ...readSettings({}), dataFolder };
  const log = createLog("silent");
  const file = dataFile(dataFolder);
  if (existsSync(file)) await upgradeDataFile({ file, notify: () => {} });
  const { context, queue } = serviceOver(await openData(dataFolder), settings, log, { now: () => now });
  const app = createHttpServer(context, settings);
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    store: context.store,
    queue,
    async post(path, data, headers = {}) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify({ data }),
      });
      return { status: response.status, body: await response.json() };
    },
    async close() {
      await app.close();
      await queue.stop(0);
      await context.store.close();
    },
  };
}
