import { visit } from "jsonc-parser";
import { ApiError } from "#platform/error";
import { pathText } from "./validation.ts";

/**
 * Refuses what `JSON.parse` changes in silence: of a key that is given twice it keeps the second value, and of a number
 * beyond the range of a double it makes infinity. Takes about a microsecond for a usual body and grows with its length.
 * @param body proper JSON that nests no deeper than the stack allows.
 * @param json what was parsed of it.
 * @throws ApiError INVALID_ARGUMENT naming the place.
 */
export function refuseLossyJson(body: Uint8Array, json: unknown): void {
  if (countMembers(json) !== countColons(body)) refuse(body, json);
}

/** Members of all objects in the value; NaN where a number in it is not finite. */
function countMembers(value: unknown): number {
  if (typeof value === "number") return value - value;
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) count += countMembers(value[i]);
    return count;
  }
  // A list of the keys would take twice as long. `JSON.parse` makes plain objects, which inherit nothing that is enumerable.
  for (const key in value) count += 1 + countMembers((value as Record<string, unknown>)[key]);
  return count;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/** Colons outside of strings: one for each member. */
function countColons(body: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i];
    if (byte === COLON) count++;
    else if (byte === QUOTE) i = endOfString(body, i);
  }
  return count;
}

/** @returns the position of the closing quote. */
function endOfString(body: Uint8Array, start: number): number {
  let i = start + 1;
  for (; i < body.length && body[i] !== QUOTE; i++) if (body[i] === BACKSLASH) i++;
  return i;
}

/** Longest key that a message quotes, in characters. */
const QUOTED_KEY = 100;

/** Names the first place where something is lost. */
function refuse(body: Uint8Array, json: unknown): never {
  const keysOfOpenObjects: Set<string>[] = [];
  const onObjectProperty = (key: string, _1: number, _2: number, _3: number, _4: number, path: () => PropertyKey[]) => {
    const keys = keysOfOpenObjects.at(-1);
    if (keys?.has(key)) {
      const name = key.length > QUOTED_KEY ? `${key.slice(0, QUOTED_KEY)}…` : key;
      throw invalid(path(), `must not have the key ${JSON.stringify(name)} twice.`);
    }
    keys?.add(key);
  };
  const onLiteralValue = (
    value: unknown,
    _1: number,
    _2: number,
    _3: number,
    _4: number,
    path: () => PropertyKey[],
  ) => {
    if (typeof value === "number" && !Number.isFinite(value))
      throw invalid(path(), "must be a number from -1.79e308 to 1.79e308.");
  };
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");
  visit(text, {
    onObjectBegin: () => void keysOfOpenObjects.push(new Set()),
    onObjectEnd: () => void keysOfOpenObjects.pop(),
    onObjectProperty,
    onLiteralValue,
  });
  throw new Error(`nothing is lost in a body with ${countMembers(json)} members`);
}

function invalid(path: readonly PropertyKey[], rule: string): ApiError {
  const [top, ...rest] = path;
  const place = typeof top === "string" ? pathText(rest, top) : pathText(path, "The request body");
  return new ApiError("INVALID_ARGUMENT", `${place} ${rule}`);
}
