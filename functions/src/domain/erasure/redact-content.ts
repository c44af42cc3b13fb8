import { TOO_DEEP } from "#domain/crdt/nesting";
import { mayMention } from "./may-mention.ts";
import { type DataSubjects, redactJson, redactRecord } from "./redact-user.ts";

/** Content of an editor to remove the data subjects from. */
export interface ContentRedaction {
  type: string;
  /** JSON text. */
  content: string;
  subjects: DataSubjects;
}

/**
 * Removes the data subjects from the content of an editor.
 * @returns JSON text; undefined when the content names none of them. What nests too deep may name them: who writes the rest deletes it.
 */
export function redactContent({ type, content, subjects }: ContentRedaction): string | undefined {
  const isCut = content.includes(TOO_DEEP);
  if (!isCut && !mayMention(content, subjects)) return undefined;
  const data = JSON.parse(content);
  const redacted = type === "map" ? redactRecord(data, subjects) : redactJson(data, subjects);
  return redacted === data && !isCut ? undefined : JSON.stringify(redacted);
}
