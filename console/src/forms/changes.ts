import type { FormValue } from "./form-value.ts";

/**
 * What has to be sent to turn one configuration into another: a field that was emptied is null, one that is the same is left
 * out, and objects are compared field by field.
 * @param whole names of outermost fields that are sent as a whole.
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

/** The fields of a form that differ from what it began with, each as a whole: one that was emptied is null. */
export function changedFields(before: FormValue, after: FormValue): FormValue {
  const changed = Object.entries(after).filter(([name, value]) => !isSame(value, before[name]));
  return Object.fromEntries(changed.map(([name, value]) => [name, value ?? null]));
}

/**
 * The fields among some whose values differ, as they are afterwards: one that is gone is null.
 * @returns undefined where none differs.
 */
export function changesAmong(names: readonly string[], before: FormValue, after: FormValue): FormValue | undefined {
  const changed = names.filter((name) => !isSame(before[name], after[name]));
  return changed.length === 0 ? undefined : Object.fromEntries(changed.map((name) => [name, after[name] ?? null]));
}

/**
 * What others have changed of the fields that one changes as well, as it is afterwards: where both changed it alike, nothing is lost.
 * @param mine and others: each as `changesOf` tells them, with the same fields as a whole.
 * @returns undefined where it is nothing.
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

/** Whether a value is an object of fields, and neither a list nor null. */
function isObject(value: unknown): value is FormValue {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether two values are the same as JSON. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
