import { nearest } from "./nearest.ts";

/** Maximum number of fields that are examined in a body without `data`. */
const MAX_LOOKED_AT = 20;

/** The likely mistake in malformed JSON. @param position of the first error. */
export function jsonHint(text: string, position: number): string {
  const before = text.slice(0, position).trimEnd();
  const next = text.slice(position).trimStart()[0];
  if (text.trim() === "") return 'The body is empty. Send { "data": { … } }, or { "data": {} } if there are no fields.';
  if (before.endsWith(",") || (next !== undefined && "}]".includes(next)))
    return "Remove the comma before the closing bracket: JSON allows none there.";
  if (next === "'" || /[{,[:]\s*'/.test(text)) return "JSON takes double quotes: write \"text\", not 'text'.";
  if (next === "/") return "JSON has no comments: remove them.";
  if (next === undefined) return "The text ends too early: close every bracket and quote.";
  if (/\w/.test(next)) return "Put names and texts in double quotes, and separate fields with commas.";
  return "Let a JSON library write the body, such as JSON.stringify.";
}

/** How to wrap the fields of a body that lacks `data`. */
export function wrapHint(json: unknown): string {
  const fields = typeof json === "object" && json !== null && !Array.isArray(json) ? Object.entries(json) : [];
  const mistyped = fields.slice(0, MAX_LOOKED_AT).find(([name, value]) => isMistypedData(name, value));
  if (mistyped) return `Did you mean \`data\` instead of \`${mistyped[0]}\`?`;
  const first = fields[0]?.[0];
  if (first === undefined) return 'Send { "data": { … } }, or { "data": {} } if there are no fields.';
  return `Put the fields inside \`data\`: { "data": { ${JSON.stringify(first.slice(0, 60))}: … } }.`;
}

/** Whether the field is a misspelt `data`. A field such as `date` contains no fields, so its value must be an object. */
function isMistypedData(name: string, value: unknown): boolean {
  return typeof value === "object" && value !== null && nearest(name, ["data"]) !== undefined;
}
