import type { FreeObject } from "#platform/shapes/free-json";

/**
 * Applies a JSON merge patch (RFC 7396): objects merge at any depth, `null` removes a key, and any other value replaces the
 * old one. Keys keep their order, new ones come last. Neither argument changes.
 */
export function mergeJson(before: FreeObject, patch: FreeObject): FreeObject {
  return mergeJsonInto(structuredClone(before), patch);
}

/**
 * Like `mergeJson`, but in place: copying would take most of the time with tens of thousands of keys.
 * @returns `target`.
 */
export function mergeJsonInto(target: FreeObject, patch: FreeObject): FreeObject {
  for (const key in patch) {
    const value = patch[key];
    if (value === null) delete target[key];
    else setOwn(target, key, isObject(value) ? mergeJsonInto(objectAt(target, key), value) : value);
  }
  return target;
}

/** The object at an own key; a new one if there is none. */
function objectAt(target: FreeObject, key: string): FreeObject {
  const old = Object.hasOwn(target, key) ? target[key] : undefined;
  return isObject(old) ? old : {};
}

/** Sets a key that may be called `__proto__`, for which an assignment would set the prototype. */
function setOwn(target: FreeObject, key: string, value: unknown): void {
  if (key !== "__proto__") target[key] = value;
  else Object.defineProperty(target, key, { value, configurable: true, enumerable: true, writable: true });
}

function isObject(value: unknown): value is FreeObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
