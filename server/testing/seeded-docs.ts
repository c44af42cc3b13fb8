import { readFileSync } from "node:fs";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { type World, type WorldOptions, world } from "@atrium/functions/testing/harness/world";
import { worldsWith } from "@atrium/functions/testing/harness/world-image";
import { createHttpServer } from "../src/http-server.ts";
import { closeApp } from "./close-app.ts";
import { importAll } from "./transfer.ts";

/** The lines of the seed world. */
export const seed = readFileSync(new URL("../../emulator-data/world.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n");

/** A world that includes the seed world. */
export const seededWorld = worldsWith((w) => importAll(w.context, seed));

/** Options of a server under test. */
export interface ServingOptions extends WorldOptions {
  /** The built documentation; if omitted, there is none. */
  docsFolder?: string;
}

/** A server on a free loopback port. */
export async function servingDocs({ docsFolder, ...options }: ServingOptions = {}): Promise<{ w: World; url: string }> {
  return serve(await world(options), docsFolder);
}

/** As `servingDocs`, with the seed world. */
export async function servingSeededDocs({
  docsFolder,
  ...options
}: ServingOptions = {}): ReturnType<typeof servingDocs> {
  return serve(await seededWorld(options), docsFolder);
}

async function serve(w: World, docsFolder = ""): Promise<{ w: World; url: string }> {
  const lineOf = ({ fields, message }: World["logged"][number]) =>
    JSON.stringify({ level: 30, time: new Date(w.context.now()).toISOString(), ...fields, message });
  const app = createHttpServer(w.context, { docsFolder, readLog: async () => w.logged.map(lineOf) });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => closeApp(app));
  return { w, url };
}
