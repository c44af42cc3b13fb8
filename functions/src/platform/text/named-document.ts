import { hash } from "node:crypto";
import { addNamesIn, addNamesInJsonText, type NameRules } from "./named-people.ts";

/** Stored instead of the names when a document may name anybody. */
export const ANYBODY = "*";

/**
 * Maximum number of names of a document; beyond it the document counts as naming anybody. Each takes 13 bytes of the 1
 * MiB.
 */
const MOST = 400;
/** Characters of a hash: 72 bits. */
const HASH_LENGTH = 12;

/**
 * Where documents of a collection name people: in their JSON, stored as text or as a value, and in the places below.
 */
export interface NamedRule extends NameRules {
  /** The document's id is that of a user. */
  id?: true;
  /** Fields whose whole text is a name, and lists of such texts. */
  fields?: readonly string[];
  /** It can't be determined whom the document names. */
  anybody?: true;
  /** Maximum number of names of a document. Default: 400. */
  most?: number;
}

/**
 * The names of people in a document or a change of it.
 * @param id the document's id if the whole document is written.
 */
export function namesIn(rule: NamedRule, id: string | undefined, data: object): string[] {
  if (rule.anybody) return [ANYBODY];
  const names = new Set<string>();
  if (rule.id && id !== undefined) names.add(id);
  for (const [field, value] of Object.entries(data)) {
    if (rule.fields?.includes(field)) for (const name of [value].flat()) if (typeof name === "string") names.add(name);
    if (typeof value === "string") addNamesInJsonText(value, names, rule);
    else if (typeof value === "object") addNamesIn(value, names, rule);
  }
  names.delete("");
  return names.size > (rule.most ?? MOST) ? [ANYBODY] : [...names];
}

/**
 * The hash of a name that the hidden field holds.
 * @param under path of the document under which queries look for it.
 */
export function hashOfName(under: string, name: string): string {
  return hash("sha256", `${under}\n${name}`, "base64url").slice(0, HASH_LENGTH);
}
