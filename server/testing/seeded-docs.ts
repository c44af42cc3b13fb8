import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { type World, type WorldOptions, world } from "@atrium/functions/testing/harness/world";
import { afterAll, beforeAll } from "@jest/globals";
import { createHttpServer } from "../src/http-server.ts";
import { importAll } from "./transfer.ts";

/** The lines of the seed world. */
export const seed = readFileSync(new URL("../../emulator-data/world.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n");

/**
 * The folder of the documentation, built once before the tests of a file. A process of its own builds it, as in production:
 * the packages that it uses are ES modules, which jest doesn't load.
 */
export function builtDocs(): string {
  const folder = mkdtempSync(join(tmpdir(), "atrium-docs-"));
  beforeAll(() => {
    const source = new URL("../../site/write-site.ts", import.meta.url);
    const program = `import { writeServedSite } from ${JSON.stringify(source)}; await writeServedSite(process.argv[1]);`;
    execFileSync(process.execPath, ["--input-type=module", "--eval", program, folder]);
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Options of a server under test. */
export interface ServingOptions extends WorldOptions {
  /** The built documentation. Missing: there is none. */
  docsFolder?: string;
}

/** A server on a free port of the loopback interface. */
export async function servingDocs({ docsFolder = "", ...options }: ServingOptions = {}): Promise<{
  w: World;
  url: string;
}> {
  const w = await world(options);
  const lineOf = ({ fields, message }: World["logged"][number]) =>
    JSON.stringify({ level: 30, time: new Date(w.context.now()).toISOString(), ...fields, message });
  const app = createHttpServer(w.context, { docsFolder, readLog: async () => w.logged.map(lineOf) });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  return { w, url };
}

/** The same with the seed world. */
export async function servingSeededDocs(options?: ServingOptions): Promise<{ w: World; url: string }> {
  const serving = await servingDocs(options);
  await importAll(serving.w.context, seed);
  return serving;
}
