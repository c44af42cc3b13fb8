import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { recordForAll } from "@atrium/functions/domain/audit/store/record-for-all";
import * as z from "zod";
import { dataFile, openData } from "../data/data-folder.ts";
import { keepOwner } from "../data/file-owner.ts";
import { renewClients } from "./renew-clients.ts";

/** Note in a restored data folder. `at` is the time of the restore, in ms since 1970. */
const RestoreNote = z.object({ at: z.int() });

/** Name of the note in the data folder. */
export const RESTORE_NOTE = "atrium.restored.json";

/** Marks a folder as restored: its data may be of an earlier format, which only the server upgrades and opens. */
export function noteRestore(folder: string, at: number): void {
  const file = join(folder, RESTORE_NOTE);
  writeFileSync(file, `${JSON.stringify({ at })}\n`, { mode: 0o600, flush: true });
  keepOwner(file, dataFile(folder));
}

/**
 * Completes a restore when a server opens the data for the first time: takes care that clients with changes from after
 * the backup can continue, and records the restore in the audit log of every workspace. If this is interrupted, it is
 * repeated: some workspaces get the record twice; none is left without it.
 * @throws DataFileError if the data can't be opened.
 */
export async function completeRestore(folder: string): Promise<void> {
  const file = join(folder, RESTORE_NOTE);
  if (!existsSync(file)) return;
  const { at } = RestoreNote.parse(JSON.parse(readFileSync(file, "utf8")));
  const { store } = await openData(folder);
  try {
    await renewClients(store);
    await recordForAll(store, { action: "data.restore", actor: { type: "operator" }, target: {}, fields: [] }, at);
  } finally {
    await store.close();
  }
  rmSync(file, { force: true });
}
