import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folders: string[] = [];

/** A new folder, deleted when the run ends. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "atrium-bench-"));
  folders.push(folder);
  return folder;
}

/** Deletes all folders of the run. */
export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
