import type { FormValue } from "./form-value.ts";

/**
 * The changes to send to turn one configuration into another: an emptied field is null, an unchanged one is omitted,
 * and objects are compared field by field.
 * @param whole names of top-level fields that are sent as a whole.
 */
export function changesOf(before: FormValue, after: FormValue, whole: readonly string[] = []): FormValue {
  const changes: FormValue = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, next] = [before[name], after[name]];
    if (isSame(old, next)) continue;
    if (isObject(old) && isObject(next) && !whole.includes(name)) changes[name] = changesOf(old, next);
    else changes[name] = next ?? null;
  }
  return changes;
}

/** The fields of a form that differ from its initial value, each as a whole; an emptied field is null. */
export function changedFields(before: FormValue, after: FormValue): FormValue {
  const changed = Object.entries(after).filter(([name, value]) => !isSame(value, before[name]));
  return Object.fromEntries(changed.map(([name, value]) => [name, value ?? null]));
}

/**
 * The new values of those named fields that have changed; a removed field is null.
 * @returns undefined if none has changed.
 */
export function changesAmong(names: readonly string[], before: FormValue, after: FormValue): FormValue | undefined {
  const changed = names.filter((name) => !isSame(before[name], after[name]));
  return changed.length === 0 ? undefined : Object.fromEntries(changed.map((name) => [name, after[name] ?? null]));
}

/**
 * The values that others gave to fields that one has changed as well, except where both set the same value.
 * @param mine one's own changes; like `others` a result of `changesOf`, with the same `whole`.
 * @returns undefined if nothing conflicts.
 */
export function conflictsOf(mine: FormValue, others: FormValue, whole: readonly string[] = []): FormValue | undefined {
  const conflicts: FormValue = {};
  for (const [name, theirs] of Object.entries(others)) {
    const own = mine[name];
    if (own === undefined || isSame(own, theirs)) continue;
    const isInside = isObject(own) && isObject(theirs) && !whole.includes(name);
    const conflict = isInside ? conflictsOf(own, theirs) : theirs;
    if (conflict !== undefined) conflicts[name] = conflict;
  }
  return Object.keys(conflicts).length === 0 ? undefined : conflicts;
}

/** Whether a value is an object with fields, as opposed to a list or null. */
function isObject(value: unknown): value is FormValue {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether two values are the same as JSON. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
