import { type DocData, type Patch, REMOVE } from "./port.ts";

/** The fields of a patch that differ from the stored document, whose values are scalars; `lastUpdated` is ignored. */
export function changesOf(stored: DocData, patch: Patch): Patch {
  const changes: Patch = {};
  for (const name in patch) {
    const value = patch[name];
    if (value === undefined || name === "lastUpdated") continue;
    if (value !== (stored[name] ?? REMOVE)) changes[name] = value;
  }
  return changes;
}
