import type { KeyCall } from "#src/call";
import type { Doc } from "#store/port";
import type { StoredCrdt } from "./editors.ts";
import { foldUpdates, type LoadedCrdt, loadCrdt, timesOf } from "./loading.ts";
import { openEditors } from "./open-editors.ts";
import { type StoredUpdate, updatesOf } from "./update-log.ts";

/** Loads an editor and the entries of its log that it then includes. @returns undefined and throws as `loadCrdt`. */
export async function loadToFold(call: KeyCall, found: Doc<StoredCrdt>): Promise<LoadedCrdt | undefined> {
  return (await loadKept(call, found)) ?? loadCrdt(call, found, { content: true, update: true });
}

/**
 * Takes the document that this process keeps of the editor: reading the log and applying it takes several times as long.
 * @returns undefined where it keeps none, or where there is nothing to fold.
 */
async function loadKept(call: KeyCall, found: Doc<StoredCrdt>): Promise<LoadedCrdt | undefined> {
  const { path, data } = found;
  const kept = data.log && (await openEditors(call).kept(call, found))?.whole(data.log);
  const last = kept?.entries.at(-1);
  const newest = last && (await call.store.get<StoredUpdate>(`${updatesOf(path)}/${last.id}`));
  if (!kept || !newest) return undefined;
  const { content, update } = await foldUpdates(call.heavyWork, data, [kept.update], "");
  return { editor: found, entries: kept.entries, content: [content], update: [update], ...timesOf(data, newest.data) };
}
