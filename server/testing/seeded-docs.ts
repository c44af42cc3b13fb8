import { readFileSync } from "node:fs";
import type { TestContext } from "node:test";
import { type World, type WorldOptions, world } from "@atrium/functions/testing/harness/world";
import { writeDocs } from "../../scripts/docs-assets.ts";
import { createHttpServer } from "../src/http-server.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { importAll } from "./transfer.ts";

/** The lines of the seed world. */
export const seed = readFileSync(new URL("../../emulator-data/world.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n");

/** A server with the documentation built, on a free port of the loopback interface. */
export async function servingDocs(t: TestContext, options?: WorldOptions): Promise<{ w: World; url: string }> {
  const w = await world(options);
  const folder = temporaryFolder(t);
  await writeDocs(folder);
  const app = createHttpServer(w.context, { docsFolder: folder });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  t.after(() => app.close());
  return { w, url };
}

/** The same over the seed world. */
export async function servingSeededDocs(t: TestContext, options?: WorldOptions): Promise<{ w: World; url: string }> {
  const serving = await servingDocs(t, options);
  await importAll(serving.w.context, seed);
  return serving;
}
