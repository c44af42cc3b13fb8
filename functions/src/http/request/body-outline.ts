import { COLON, COMMA, endOfString, QUOTE } from "./json-bytes.ts";

/** A range of a body, as byte offsets; `end` is exclusive. */
interface Span {
  start: number;
  end: number;
}

/** A field of a JSON object: its name and the text of its value. */
interface Field {
  name: Span;
  value: Span;
}

/** The outer structure of a body, found in one pass over its bytes without parsing it. */
export interface BodyOutline {
  /** Whether arrays and objects nest deeper than the limit. */
  isTooDeep: boolean;
  /** Names of the two outermost fields around the first value that nests too deep; empty for a truncated body. */
  within: string[];
  /** JSON text of each wanted field of the outermost object, by name. */
  top: Map<string, string>;
  /** JSON text of each wanted field of the object in the outermost field `data`, by name. */
  data: Map<string, string>;
}

/** Longer names, in bytes, are skipped. */
const MAX_NAME_BYTES = 200;
/** Longer values, in bytes, are skipped: ids and lists of ids are shorter. */
const MAX_VALUE_BYTES = 65_536;

/**
 * Reads the outline of a body that may be malformed, in a fraction of the time of parsing and without copying the body.
 * @param maxDepth maximum nesting.
 * @param fieldNames names of the fields whose values are returned.
 */
export function outlineOf(body: Uint8Array, maxDepth: number, fieldNames: ReadonlySet<string> = none): BodyOutline {
  // The current field by depth: index 1 is in the outermost object, index 2 in an object inside it.
  const fields: (Field | undefined)[] = [];
  const outline: BodyOutline = { isTooDeep: false, within: [], top: new Map(), data: new Map() };
  const text = { start: 0, end: 0 };
  let depth = 0;
  const endField = (end: number) => {
    const field = fields[depth];
    fields[depth] = undefined;
    if (!field || fieldNames.size === 0) return;
    const name = nameIn(body, field.name);
    if (name === undefined || !fieldNames.has(name) || end - field.value.start > MAX_VALUE_BYTES) return;
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
  // The fields of a truncated body are not reliable.
  if (depth !== 0) outline.within = [];
  return outline;
}

const none: ReadonlySet<string> = new Set();

function nameIn(body: Uint8Array, name: Span): string | undefined {
  if (name.end - name.start > MAX_NAME_BYTES) return undefined;
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
