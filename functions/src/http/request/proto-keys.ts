import { ApiError, invalidField } from "#platform/error";
import { pathText } from "./validation.ts";

/**
 * The key as it occurs in valid JSON, each of its letters plain or escaped. A quote without a backslash before it that
 * is followed by these letters opens a string, and a string that is followed by a colon is a key.
 */
const PROTO_KEY =
  /(?<!\\)"(?:_|\\u005f){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006f)(?:t|\\u0074)(?:o|\\u006f)(?:_|\\u005f){2}"\s*:/i;

/**
 * Refuses the key `__proto__`, which changes the prototype of objects that copy it by assignment. As a value it is harmless.
 * @param text valid JSON, from which `json` was parsed.
 * @param whole the name of `json` itself in the message.
 * @throws ApiError INVALID_ARGUMENT naming the object that has the key.
 */
export function refuseProtoKeys(text: string, json: unknown, whole = "The request body"): void {
  const mayHaveKey = text.includes("__proto__") || text.includes("\\u00");
  if (!mayHaveKey || !PROTO_KEY.test(text)) return;
  const path = pathToProtoKey(json);
  // The key was in the dropped first value of a duplicate key.
  if (!path) return;
  const [root, ...rest] = path;
  const rule = 'must not have the key "__proto__".';
  if (root === undefined) throw new ApiError("INVALID_ARGUMENT", `${whole} ${rule}`);
  throw invalidField(pathText(rest, String(root)), rule);
}

/** The path of the first object with the key. The walk shares one path, since copying it for each value would be quadratic. */
function pathToProtoKey(json: unknown): PropertyKey[] | undefined {
  const path: PropertyKey[] = [];
  const walk = (value: unknown): boolean => {
    if (typeof value !== "object" || value === null) return false;
    const isArray = Array.isArray(value);
    if (!isArray && Object.hasOwn(value, "__proto__")) return true;
    for (const key of Object.keys(value)) {
      path.push(isArray ? Number(key) : key);
      if (walk((value as Record<string, unknown>)[key])) return true;
      path.pop();
    }
    return false;
  };
  return walk(json) ? path : undefined;
}
