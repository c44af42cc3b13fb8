import type { FormValue } from "./form-value.ts";

/**
 * What has to be sent to turn one configuration into another: a field that was emptied is null, one that is the same is left
 * out, and objects are compared field by field.
 */
export function changesOf(before: FormValue, after: FormValue): FormValue {
  const changes: FormValue = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, next] = [before[name], after[name]];
    if (JSON.stringify(old) === JSON.stringify(next)) continue;
    if (isObject(old) && isObject(next)) changes[name] = changesOf(old, next);
    else changes[name] = next ?? null;
  }
  return changes;
}

/** The fields of a form that differ from what it began with, each as a whole. */
export function changedFields(before: FormValue, after: FormValue): FormValue {
  const isChanged = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(before[name]);
  return Object.fromEntries(Object.entries(after).filter(isChanged));
}

/** Whether a value is an object of fields, and neither a list nor null. */
export function isObject(value: unknown): value is FormValue {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
