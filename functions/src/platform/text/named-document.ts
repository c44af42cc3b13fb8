import { hash } from "node:crypto";
import { addNamesIn, addNamesInJsonText, type NameRules } from "./named-people.ts";

/** Stands in place of the names in a document that can name anybody. */
export const ANYBODY = "*";

/** Most names of a document; one with more of them can name anybody. Each takes 13 bytes of the 1 MiB. */
const MOST = 400;
/** Characters of a hash: 72 bits. */
const HASH_LENGTH = 12;

/** How documents of a collection name people: by what their JSON holds, as texts or as values, and as follows. */
export interface NamedRule extends NameRules {
  /** The document's id is that of a user. */
  id?: true;
  /** Fields whose whole text is a name, and lists of such texts. */
  fields?: readonly string[];
  /** Nobody can tell whom it names. */
  anybody?: true;
  /** Most names of a document. Default: 400. */
  most?: number;
}

/** What a document, or a change of it, calls people. @param id of the document, where the whole of it is written. */
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

/** What the hidden field holds of a name. @param under path of the document that bounds queries by it. */
export function hashOfName(under: string, name: string): string {
  return hash("sha256", `${under}\n${name}`, "base64url").slice(0, HASH_LENGTH);
}
