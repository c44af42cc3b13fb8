import type { KeyCall } from "#src/call";
import type { Doc } from "#store/port";
import type { StoredCrdt } from "./editors.ts";
import { foldUpdates, type LoadedCrdt, loadCrdt, timesOf } from "./loading.ts";
import { openEditors } from "./open-editors.ts";
import { type StoredUpdate, updatesOf } from "./update-log.ts";

/** Loads an editor with its log applied, and the applied entries. @returns undefined and throws as `loadCrdt`. */
export async function loadToFold(call: KeyCall, editor: Doc<StoredCrdt>): Promise<LoadedCrdt | undefined> {
  return (await loadFromCache(call, editor)) ?? loadCrdt(call, editor, { content: true, update: true });
}

/**
 * Uses the document that this process keeps of the editor, because reading and applying the log takes several times as
 * long.
 * @returns undefined if it keeps none, or there is nothing to fold.
 */
async function loadFromCache(call: KeyCall, editor: Doc<StoredCrdt>): Promise<LoadedCrdt | undefined> {
  const { path, data } = editor;
  const cachedState = data.log && (await openEditors(call).kept(call, editor))?.whole(data.log);
  const last = cachedState?.entries.at(-1);
  const newest = last && (await call.store.get<StoredUpdate>(`${updatesOf(path)}/${last.id}`));
  if (!cachedState || !newest) return undefined;
  const { content, update } = await foldUpdates(call.heavyWork, data, [cachedState.update], "");
  return {
    editor,
    entries: cachedState.entries,
    content: [content],
    update: [update],
    ...timesOf(data, newest.data),
  };
}
