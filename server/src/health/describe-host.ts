import { statfs } from "node:fs/promises";
import type { HostFacts } from "@atrium/functions/context";
import { sizeWithLog } from "@atrium/functions/store/sqlite/file-size";
import packageJson from "../../package.json" with { type: "json" };
import { dataFile } from "../data/data-folder.ts";

/** Facts about this server. @param dataFolder the folder of its data file. */
export async function describeHost(dataFolder: string): Promise<HostFacts> {
  const { bavail, bsize, blocks } = await statfs(dataFolder);
  return {
    version: packageJson.version,
    store: "sqlite",
    startedAt: Math.round(Date.now() - process.uptime() * 1000),
    // Some file systems do not report their size.
    ...(blocks > 0 && {
      disk: { data: sizeWithLog(dataFile(dataFolder)), free: bavail * bsize, total: blocks * bsize },
    }),
  };
}
