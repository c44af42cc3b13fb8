import type { FuzzRequest } from "./wire.ts";

/** Maximum number of requests for shrinking a failing one. */
const TRIES = 150;

/**
 * The smallest request found that still fails: without headers and fields, and with shorter texts.
 * @param fails sends the request and returns whether it fails in the same way.
 */
export async function shrunk(
  request: FuzzRequest,
  fails: (request: FuzzRequest) => Promise<boolean>,
): Promise<FuzzRequest> {
  let best = request;
  let tries = 0;
  for (let hasShrunk = true; hasShrunk && tries < TRIES; ) {
    hasShrunk = false;
    for (const smaller of smallerThan(best)) {
      if (++tries > TRIES) break;
      if (!(await fails(smaller))) continue;
      best = smaller;
      hasShrunk = true;
      break;
    }
  }
  return best;
}

function* smallerThan(request: FuzzRequest): Generator<FuzzRequest> {
  if (request.raw !== undefined) return;
  const body = jsonOf(request.body);
  if (body !== undefined)
    for (const value of smallerValues(body)) yield { ...request, body: Buffer.from(JSON.stringify(value)) };
  else if (request.body.length > 1) yield { ...request, body: request.body.subarray(0, request.body.length >> 1) };
  for (let i = 0; i < request.headers.length; i++) yield { ...request, headers: request.headers.toSpliced(i, 1) };
}

/** The JSON of a body; undefined if JSON.stringify would not write it the same way, so that it is not rewritten. */
function jsonOf(body: Buffer): unknown {
  try {
    const value = JSON.parse(body.toString());
    return JSON.stringify(value) === body.toString() ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Versions of the value with one part removed or shortened, largest parts first. */
function* smallerValues(value: unknown): Generator<unknown> {
  if (typeof value === "string" && value.length > 4) yield value.slice(0, value.length >> 1);
  if (Array.isArray(value)) {
    if (value.length > 3) yield value.slice(0, value.length >> 1);
    for (let i = 0; i < Math.min(value.length, 20); i++) yield value.toSpliced(i, 1);
    for (let i = 0; i < Math.min(value.length, 20); i++)
      for (const inner of smallerValues(value[i])) yield value.with(i, inner);
  } else if (typeof value === "object" && value !== null) {
    for (const key of Object.keys(value))
      yield Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
    for (const [key, inner] of Object.entries(value))
      for (const smaller of smallerValues(inner)) yield { ...value, [key]: smaller };
  }
}
