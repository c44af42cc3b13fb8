import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { onTestFinished } from "@atrium/functions/testing/harness/cleanup";
import { type World, type WorldOptions, world } from "@atrium/functions/testing/harness/world";
import { createHttpServer } from "../src/http-server.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { importAll } from "./transfer.ts";

/** The lines of the seed world. */
export const seed = readFileSync(new URL("../../emulator-data/world.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n");

/** Builds the documentation in a separate process, because the page's package is an ES module, which jest doesn't load. */
function buildDocs(folder: string): void {
  const source = new URL("../../scripts/docs-assets.ts", import.meta.url);
  const program = `import { writeDocs } from ${JSON.stringify(source)}; await writeDocs(process.argv[1]);`;
  execFileSync(process.execPath, ["--input-type=module", "--eval", program, folder]);
}

/** A server with the documentation built, on a free port of the loopback interface. */
export async function servingDocs(options?: WorldOptions): Promise<{ w: World; url: string }> {
  const w = await world(options);
  const folder = temporaryFolder();
  buildDocs(folder);
  const app = createHttpServer(w.context, { docsFolder: folder });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  return { w, url };
}

/** The same with the seed world. */
export async function servingSeededDocs(options?: WorldOptions): Promise<{ w: World; url: string }> {
  const serving = await servingDocs(options);
  await importAll(serving.w.context, seed);
  return serving;
}
