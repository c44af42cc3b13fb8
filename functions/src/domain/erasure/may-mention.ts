import type { DataSubjects } from "./redact-user.ts";

/**
 * A cheap check of JSON text that spares most documents the full redaction: false only if no data subject is named.
 * It ignores escapes, because ids are escaped in JSON, and escaped twice in JSON text within JSON.
 */
export function mayMention(json: string, { userIds, emails, names }: DataSubjects): boolean {
  const text = bare(json);
  return [...userIds, ...emails, ...names].some((name) => text.includes(bare(name)));
}

/** The text without escapes, in upper case, because lower case depends on neighbouring characters. */
function bare(text: string): string {
  return text.replaceAll(/\\u[0-9a-f]{4}|[\\"]/gi, "").toUpperCase();
}
