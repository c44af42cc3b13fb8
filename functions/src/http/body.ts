import { isUtf8 } from "node:buffer";
import { type ParseError, parse } from "jsonc-parser";
import { ApiError } from "#model/error";
import { header, type Request } from "./authenticate.ts";

/** Largest body of an endpoint that declares nothing else: 1 MiB. */
export const MAX_BODY_BYTES = 1_048_576;

/** Deepest nesting of a body: far above any use, far below what recursive code can take. */
export const MAX_DEPTH = 500;

/** @throws ApiError INVALID_ARGUMENT (415) for anything but JSON in UTF-8. */
export function checkContentType(request: Request): void {
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
 * The `data` of a body `{ "data": … }`, not yet checked.
 * @throws ApiError INVALID_ARGUMENT for malformed JSON, naming the position, and for any other form of body.
 */
export function unwrap(body: Uint8Array): unknown {
  const json = parseJson(body);
  if (typeof json !== "object" || json === null || Array.isArray(json) || !("data" in json))
    throw new ApiError("INVALID_ARGUMENT", 'The request body must be a JSON object of the form { "data": { … } }.');
  const extra = Object.keys(json).find((key) => key !== "data");
  if (extra !== undefined)
    throw new ApiError(
      "INVALID_ARGUMENT",
      `The request body must have no field beside \`data\`, but has ${JSON.stringify(extra)}.`,
    );
  return json.data;
}

function parseJson(body: Uint8Array): unknown {
  if (!isUtf8(body)) throw new ApiError("INVALID_ARGUMENT", "The request body must be UTF-8 text.");
  refuseDeepNesting(body);
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");
  try {
    return JSON.parse(text);
  } catch {
    // Not every message of JSON.parse tells where; this runs on malformed bodies only.
    const errors: ParseError[] = [];
    parse(text, errors, { disallowComments: true });
    const position = errors[0]?.offset ?? text.length;
    throw new ApiError("INVALID_ARGUMENT", `The request body is not valid JSON at position ${position}.`, {
      details: { position },
    });
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** A deeply nested body, whole or malformed, would overflow the stack of whatever walks it. */
function refuseDeepNesting(body: Uint8Array): void {
  if (body.length <= MAX_DEPTH) return;
  let depth = 0;
  let inString = false;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i];
    if (inString) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > MAX_DEPTH)
        throw new ApiError("INVALID_ARGUMENT", `The request body must not nest deeper than ${MAX_DEPTH} levels.`);
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
}
