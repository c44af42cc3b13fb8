import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeArtifact } from "../scripts/build-functions/artifact.ts";
import { root } from "./server-process.ts";

/** Builds the deployed artifact into a folder inside the checkout, so that it finds its packages. */
export async function buildArtifact(): Promise<string> {
  const cache = join(root, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "atrium-bench-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  await writeArtifact(folder);
  return folder;
}
