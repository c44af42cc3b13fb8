import { type DocData, type Patch, REMOVE } from "./port.ts";

/** What a patch really changes of a stored document whose fields are plain values; when it was last updated is no change. */
export function changesOf(stored: DocData, patch: Patch): Patch {
  const changes: Patch = {};
  for (const name in patch) {
    const value = patch[name];
    if (value === undefined || name === "lastUpdated") continue;
    if (value !== (stored[name] ?? REMOVE)) changes[name] = value;
  }
  return changes;
}
