import { COLON, COMMA, endOfString, QUOTE } from "./json-bytes.ts";

/** A part of a body, in bytes: where it begins, and where what follows it begins. */
interface Span {
  start: number;
  end: number;
}

/** A field of a JSON object: its name and the text of its value. */
interface Field {
  name: Span;
  value: Span;
}

/** What a body looks like from outside, found in one pass over its bytes without parsing it. */
export interface BodyOutline {
  /** Whether arrays and objects nest deeper than the limit. */
  isTooDeep: boolean;
  /** Names of the two outermost fields that hold what is first too deep; none of a body that was cut off. */
  within: string[];
  /** JSON text of each wanted field of the outermost object, by name. */
  top: Map<string, string>;
  /** JSON text of each wanted field of the object in the outermost field `data`, by name. */
  data: Map<string, string>;
}

/** Longer names are none that anybody wants. */
const LONGEST_NAME = 200;
/** Longer values are none of an id or of a list of ids. */
const LONGEST_VALUE = 65_536;

/**
 * Reads the outline of a body that may be malformed: it costs a fraction of parsing and takes no memory of the body's size.
 * @param maxDepth deepest nesting that is allowed.
 * @param wanted names of fields whose values are looked for.
 */
export function outlineOf(body: Uint8Array, maxDepth: number, wanted: ReadonlySet<string> = none): BodyOutline {
  // By depth: index 1 is the outermost object, index 2 what stands in one of its fields.
  const fields: (Field | undefined)[] = [];
  const outline: BodyOutline = { isTooDeep: false, within: [], top: new Map(), data: new Map() };
  const text = { start: 0, end: 0 };
  let depth = 0;
  const endField = (end: number) => {
    const field = fields[depth];
    fields[depth] = undefined;
    if (!field || wanted.size === 0) return;
    const name = nameIn(body, field.name);
    if (name === undefined || !wanted.has(name) || end - field.value.start > LONGEST_VALUE) return;
    const parent = depth === 2 && fields[1] ? nameIn(body, fields[1].name) : undefined;
    const fieldsOf = depth === 1 ? outline.top : parent === "data" ? outline.data : undefined;
    fieldsOf?.set(name, textOf(body, { ...field.value, end }));
  };
  for (let i = 0; i < body.length; i++) {
    const byte = body[i];
    if (byte === QUOTE) {
      text.start = i;
      i = endOfString(body, i);
      text.end = i + 1;
    } else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > maxDepth && !outline.isTooDeep) {
        const names = [fields[1], fields[2]].map((field) => field && nameIn(body, field.name));
        outline.within = names.filter((name) => name !== undefined);
        outline.isTooDeep = true;
      }
      if (depth <= 2) fields[depth] = undefined;
    } else if (byte === 0x5d || byte === 0x7d) {
      if (depth <= 2) endField(i);
      if (depth > 0) depth--;
    } else if (depth <= 2 && depth > 0) {
      if (byte === COLON) fields[depth] = { name: { ...text }, value: { start: i + 1, end: i + 1 } };
      else if (byte === COMMA) endField(i);
    }
  }
  // A body that was cut off is not known to be one of fields.
  if (depth !== 0) outline.within = [];
  return outline;
}

const none: ReadonlySet<string> = new Set();

function nameIn(body: Uint8Array, name: Span): string | undefined {
  if (name.end - name.start > LONGEST_NAME) return undefined;
  try {
    const parsed: unknown = JSON.parse(textOf(body, name));
    return typeof parsed === "string" ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function textOf(body: Uint8Array, { start, end }: Span): string {
  return Buffer.from(body.buffer, body.byteOffset + start, Math.min(end, body.length) - start).toString("utf8");
}
