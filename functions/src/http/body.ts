import { isUtf8 } from "node:buffer";
import { type ParseError, parse } from "jsonc-parser";
import { ApiError } from "#model/error";
import { depthOf } from "#model/free-json";
import { header, type Request } from "./authenticate.ts";
import { jsonHint, wrapHint } from "./body-hints.ts";
import { refuseLossyJson } from "./lossy-json.ts";
import { pathText } from "./validation.ts";

/** Largest body of an endpoint that declares nothing else: 1 MiB. */
export const MAX_BODY_BYTES = 1_048_576;

/** Deepest nesting of a body: far above any use, far below what recursive code can take. */
export const MAX_DEPTH = 500;

/** @throws ApiError INVALID_ARGUMENT (415) for anything but JSON in UTF-8, and for JSON that is compressed. */
export function checkContentType(request: Pick<Request, "headers">): void {
  const encoding = request.headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity")
    throw new ApiError(
      "INVALID_ARGUMENT",
      "The request body must not be compressed: send it without the header `content-encoding`.",
      { httpStatus: 415, headers: { "accept-encoding": "identity" } },
    );
  const type = header(request, "content-type") ?? "";
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type))
    throw new ApiError("INVALID_ARGUMENT", "The content type must be application/json.", { httpStatus: 415 });
}

/** The refusal of a body above `maxBytes`. */
export function tooLarge(maxBytes: number): ApiError {
  return new ApiError("INVALID_ARGUMENT", `The request body must not be larger than ${maxBytes} bytes.`, {
    httpStatus: 413,
  });
}

/**
 * The `data` of a body `{ "data": … }`, not yet checked; or the body itself, when one of the fields `bareBody` stands at
 * its top level.
 * @throws ApiError INVALID_ARGUMENT for malformed JSON, naming the position, and for any other form of body.
 */
export function unwrap(body: Uint8Array, bareBody: readonly string[] = []): unknown {
  const json = parseJson(body);
  if (bareBody.some((field) => has(json, field))) {
    const isBoth = has(json, "data") && bareBody.every((field) => has(json.data, field));
    if (!isBoth) return json;
    throw new ApiError(
      "INVALID_ARGUMENT",
      "The request body must have its fields either at the top level or inside `data`, but has them in both places.",
    );
  }
  if (!has(json, "data"))
    throw new ApiError("INVALID_ARGUMENT", 'The request body must be a JSON object of the form { "data": { … } }.', {
      hint: wrapHint(json),
    });
  const extra = Object.keys(json).find((key) => key !== "data");
  if (extra !== undefined)
    throw new ApiError(
      "INVALID_ARGUMENT",
      `The request body must have no field beside \`data\`, but has ${JSON.stringify(extra)}.`,
      { hint: `Move ${JSON.stringify(extra)} into \`data\`, or take it away.` },
    );
  return json.data;
}

/** Whether it is a JSON object with this key. */
function has<Key extends string>(json: unknown, key: Key): json is Record<Key, unknown> {
  return typeof json === "object" && json !== null && !Array.isArray(json) && Object.hasOwn(json, key);
}

function parseJson(body: Uint8Array): unknown {
  if (!isUtf8(body)) throw new ApiError("INVALID_ARGUMENT", "The request body must be UTF-8 text.");
  const isDeep = nestsTooDeep(body);
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    if (isDeep) throw nestedTooDeep(undefined);
    // Not every message of JSON.parse tells where; this runs on malformed bodies only.
    const errors: ParseError[] = [];
    parse(text, errors, { disallowComments: true });
    const position = errors[0]?.offset ?? text.length;
    throw new ApiError("INVALID_ARGUMENT", `The request body is not valid JSON at position ${position}.`, {
      details: { position },
      hint: jsonHint(text, position),
    });
  }
  if (isDeep) throw nestedTooDeep(json);
  if (PROTO.test(text)) refuseProtoKeys(json, []);
  refuseLossyJson(body, json);
  return json;
}

/** The key as text or with escapes in it. */
const PROTO = /__proto__|\\u00(5f|70|72|6f|74)/i;

/** A key that changes the prototype of whatever copies it by assignment; as an id, a text, it is harmless. */
function refuseProtoKeys(json: unknown, path: readonly PropertyKey[]): void {
  if (typeof json !== "object" || json === null) return;
  for (const [key, value] of Object.entries(json)) {
    if (key === "__proto__") {
      const [root = "The request body", ...rest] = path;
      throw new ApiError("INVALID_ARGUMENT", `${pathText(rest, String(root))} must not have the key "__proto__".`);
    }
    refuseProtoKeys(value, [...path, Array.isArray(json) ? Number(key) : key]);
  }
}

/** Names the field of `data` that holds the depth, where there is one. */
function nestedTooDeep(json: unknown): ApiError {
  const data = has(json, "data") ? json.data : undefined;
  const fields = typeof data === "object" && data !== null && !Array.isArray(data) ? Object.entries(data) : [];
  const deepest = fields.map(([name, value]) => ({ name, depth: depthOf(value) })).sort((a, b) => b.depth - a.depth)[0];
  const where = deepest && deepest.depth > MAX_DEPTH / 2 ? `data.${deepest.name}` : "The request body";
  return new ApiError("INVALID_ARGUMENT", `${where} must not nest deeper than ${MAX_DEPTH} levels.`);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** A deeply nested body, whole or malformed, would overflow the stack of whatever walks it. */
function nestsTooDeep(body: Uint8Array): boolean {
  if (body.length <= MAX_DEPTH) return false;
  let depth = 0;
  let inString = false;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i];
    if (inString) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > MAX_DEPTH) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return false;
}
