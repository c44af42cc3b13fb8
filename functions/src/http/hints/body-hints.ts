import { nearest } from "./nearest.ts";

/** Most fields of a body without `data` that are looked at. */
const MAX_LOOKED_AT = 20;

/** The likely mistake in malformed JSON. @param position of the first error. */
export function jsonHint(text: string, position: number): string {
  const before = text.slice(0, position).trimEnd();
  const next = text.slice(position).trimStart()[0];
  if (text.trim() === "")
    return 'The body is empty. Send { "data": { … } }, and { "data": {} } where there is nothing to say.';
  if (before.endsWith(",") || (next !== undefined && "}]".includes(next)))
    return "Take away the comma before the closing bracket: JSON has none there.";
  if (next === "'" || /[{,[:]\s*'/.test(text)) return "JSON takes double quotes: write \"text\", not 'text'.";
  if (next === "/") return "JSON has no comments: take them away.";
  if (next === undefined) return "The text ends too early: close every bracket and quote.";
  if (/\w/.test(next)) return "Put names and texts in double quotes, and separate fields with commas.";
  return "Let a JSON library write the body, such as JSON.stringify.";
}

/** How to wrap the fields of a body that lacks `data`. */
export function wrapHint(json: unknown): string {
  const fields = typeof json === "object" && json !== null && !Array.isArray(json) ? Object.entries(json) : [];
  const mistyped = fields.slice(0, MAX_LOOKED_AT).find(([name, value]) => isMistypedData(name, value));
  if (mistyped) return `Did you mean \`data\` in place of \`${mistyped[0]}\`?`;
  const first = fields[0]?.[0];
  if (first === undefined) return 'Send { "data": { … } }, and { "data": {} } where there is nothing to say.';
  return `Put the fields inside \`data\`: { "data": { ${JSON.stringify(first.slice(0, 60))}: … } }.`;
}

/** A field of another name, such as `date`, holds no fields. */
function isMistypedData(name: string, value: unknown): boolean {
  return typeof value === "object" && value !== null && nearest(name, ["data"]) !== undefined;
}
