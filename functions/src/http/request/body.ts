import { isUtf8 } from "node:buffer";
import { jsonHint, wrapHint } from "#http/hints/body-hints";
import { header, type Request } from "#http/request/request";
import { ApiError, invalidField } from "#platform/error";
import { badRequest } from "#src/errors";
import { outlineOf } from "./body-outline.ts";
import { JsonWalk } from "./json-walk.ts";
import { refuseLossyJson } from "./lossy-json.ts";
import { refuseProtoKeys } from "./proto-keys.ts";
import { shortened } from "./validation.ts";

/** Default of the maximum size of a body, in bytes: 1 MiB. */
export const MAX_BODY_BYTES = 1_048_576;

/** Maximum nesting of a body: far above any use, far below the limit of recursive code. */
export const MAX_DEPTH = 500;

/** Requires uncompressed JSON in UTF-8. @throws ApiError INVALID_ARGUMENT (415) otherwise. */
export function checkContentType(request: Pick<Request, "headers">): void {
  const { "content-encoding": encoding = "identity", "transfer-encoding": transfer = "chunked" } = request.headers;
  if (encoding !== "identity") throw compressed("content-encoding");
  // Node accepts encodings that end with `chunked`, and decodes only that part.
  if (String(transfer).toLowerCase() !== "chunked") throw compressed("transfer-encoding");
  const type = header(request, "content-type") ?? "";
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type))
    throw badRequest("contentType", "INVALID_ARGUMENT", { httpStatus: 415 });
}

function compressed(name: string): ApiError {
  return new ApiError(
    "INVALID_ARGUMENT",
    `The request body must not be compressed: send it without the header \`${name}\`.`,
    { httpStatus: 415, headers: { "accept-encoding": "identity" } },
  );
}

/** The error for a body above `maxBytes`. */
export function tooLarge(maxBytes: number): ApiError {
  return new ApiError("INVALID_ARGUMENT", `The request body must not be larger than ${maxBytes} bytes.`, {
    httpStatus: 413,
    hint: "This endpoint accepts no more in one call, and no setting changes that. Send the items in several calls.",
  });
}

/**
 * The `data` of a body `{ "data": … }`, not yet validated; or the whole body, when one of the fields `bareBody` is at
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
  if (extra !== undefined) {
    const name = JSON.stringify(shortened(extra));
    throw new ApiError("INVALID_ARGUMENT", `The request body must have no field besides \`data\`, but has ${name}.`, {
      hint: `Move ${name} into \`data\`, or remove it.`,
    });
  }
  return json.data;
}

/** Whether the value is a JSON object with this key. */
function has<Key extends string>(json: unknown, key: Key): json is Record<Key, unknown> {
  return typeof json === "object" && json !== null && !Array.isArray(json) && Object.hasOwn(json, key);
}

function parseJson(body: Uint8Array): unknown {
  if (!isUtf8(body)) throw new ApiError("INVALID_ARGUMENT", "The request body must be UTF-8 text.");
  // A deeply nested body, even a malformed one, would overflow the stack of recursive code.
  if (body.length > MAX_DEPTH) refuseDeepNesting(body);
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The message of JSON.parse contains a position only in some cases, so it is determined here.
    const position = new JsonWalk(text).run() ?? text.length;
    throw new ApiError("INVALID_ARGUMENT", `The request body is not valid JSON at position ${position}.`, {
      details: { position },
      hint: jsonHint(text, position),
    });
  }
  refuseProtoKeys(text, json);
  refuseLossyJson(body, json);
  return json;
}

/** @throws ApiError INVALID_ARGUMENT that names the field of `data` that nests too deep, if the body does. */
function refuseDeepNesting(body: Uint8Array): void {
  const { isTooDeep, within } = outlineOf(body, MAX_DEPTH);
  if (!isTooDeep) return;
  const [top, field] = within;
  const rule = `must not nest deeper than ${MAX_DEPTH} levels.`;
  if (top === "data" && field !== undefined) throw invalidField(`data.${field}`, rule);
  throw new ApiError("INVALID_ARGUMENT", `The request body ${rule}`);
}
