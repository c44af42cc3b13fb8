import type { Comment } from "@atrium/client";

/** Matches a person or group that a comment mentions by id. */
const MENTION = /\{\{([^{}\n]{1,500})\}\}/g;

/** The text of a comment, with names instead of the ids that it mentions. */
export function textOfComment({
  commentText,
  taggedUserContacts = [],
}: Pick<Comment, "commentText" | "taggedUserContacts">): string {
  const names = new Map(taggedUserContacts.map(({ userId, contact }) => [userId, contact.name || userId]));
  return (commentText ?? "").replace(MENTION, (_mention, id: string) => `@${names.get(id.trim()) ?? id.trim()}`);
}
