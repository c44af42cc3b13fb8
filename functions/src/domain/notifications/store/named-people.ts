import { mentionedIn, type Thread, type ThreadComment } from "#domain/comments/thread";
import { documentBelow } from "#domain/documents/store/documents";
import type { NoticeCause } from "#domain/events/notice-cause";
import { groupPath } from "#domain/organizations/store/groups";
import { userPath } from "#domain/organizations/store/members";
import type { DocData, StoreReader } from "#store/port";

/** Number of comments before a new one that messages quote, so that a reader knows what it replies to. */
const QUOTED = 2;
/** Maximum number of people whose names are looked up for one thread. */
const MAX_NAMES = 100;

/** A thread whose people have names, and the names of those who acted. */
export interface NamedThread {
  thread: Thread;
  /** The name of a person or group; undefined if it is unknown. */
  nameOf(id: string): string | undefined;
}

/**
 * Adds names for people whom a thread knows only by id, if messages show them: authors, people who acted, and mentioned
 * people and groups, in the form of tagged contacts. Takes one round trip, or none if all names are known.
 * @param organization path in the store.
 * @param causes the events of the thread about which people are notified.
 */
export async function withNames(
  reader: StoreReader,
  organization: string,
  thread: Thread,
  causes: readonly NoticeCause[],
): Promise<NamedThread> {
  const visibleComments = shownComments(thread, causes);
  const names = namesIn(thread);
  const actors = causes.flatMap(({ actor }) => (actor && !actor.name ? [actor.userId] : []));
  const people = [...visibleComments].flatMap((comment) => [comment.from.userId, ...unnamedIn(comment)]);
  const unknown = [...new Set([...actors, ...people])].filter((id) => !names.has(id)).slice(0, MAX_NAMES);
  const storedNames = await readNames(reader, organization, thread.documentId, unknown);
  const nameOf = (id: string) => names.get(id) ?? storedNames.get(id);
  const comments = thread.comments.map((comment) =>
    visibleComments.has(comment) ? withContacts(comment, nameOf) : comment,
  );
  return { thread: { ...thread, comments }, nameOf };
}

/**
 * The comments that messages show: those they report, those that are quoted with them, and the one that begins the
 * thread.
 */
function shownComments({ comments }: Thread, causes: readonly NoticeCause[]): ReadonlySet<ThreadComment> {
  const ids = new Set(causes.map(({ commentId }) => commentId));
  const isShown = (_: ThreadComment, at: number) =>
    at === 0 || comments.slice(at, at + QUOTED + 1).some(({ commentId }) => ids.has(commentId));
  return new Set(comments.filter(isShown));
}

function namesIn({ from, assignedTo, comments }: Thread): Map<string, string> {
  const people = [...comments.map((comment) => comment.from), assignedTo, from];
  return new Map(people.flatMap((user) => (user?.name ? [[user.userId, user.name]] : [])));
}

/** Ids that a comment mentions without their names. */
function unnamedIn(comment: ThreadComment): string[] {
  if (!comment.commentText?.includes("{{")) return [];
  const namedIds = new Set(
    comment.taggedUserContacts?.flatMap(({ userId, contact }) => (contact.name ? [userId] : [])),
  );
  return mentionedIn(comment).filter((id) => !namedIds.has(id));
}

function withContacts(comment: ThreadComment, nameOf: NamedThread["nameOf"]): ThreadComment {
  const { from, taggedUserContacts = [] } = comment;
  const contacts = unnamedIn(comment).flatMap((userId) => {
    const name = nameOf(userId);
    return name ? [{ userId, contact: { userId, name } }] : [];
  });
  const name = from.name || nameOf(from.userId);
  return {
    ...comment,
    from: { ...from, ...(name && { name }) },
    taggedUserContacts: [...taggedUserContacts, ...contacts],
  };
}

/** Names by id, from the document, the organization or its groups. */
async function readNames(
  reader: StoreReader,
  organization: string,
  documentId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | undefined>> {
  if (ids.length === 0) return new Map();
  const document = documentBelow(organization, documentId);
  const docs = await reader.getExisting<DocData & { name?: string; groupName?: string }>(
    ids.flatMap((id) => [userPath(document, id), userPath(organization, id), groupPath(organization, id)]),
  );
  return new Map(
    ids.map((id, i) => {
      const [inDocument, member, group] = docs.slice(3 * i, 3 * i + 3);
      return [id, inDocument?.data.name || member?.data.name || group?.data.groupName];
    }),
  );
}
