import type { StoredUser } from "#domain/organizations/store/members";
import { loadOrganization, organizationPath, unlessDeleting } from "#domain/organizations/store/organizations";
import { type Page, toUserSummary, type UserFilter, usersAt } from "#domain/organizations/store/users";
import type { UserSummary } from "#domain/organizations/user";
import { searchUsers } from "#domain/organizations/user-search";
import type { KeyCall } from "#src/call";
import { PAGE_BYTES, textBytes } from "#store/page-bytes";
import type { Cursor, Doc, QueryResult } from "#store/port";
import type { StoredDocument } from "./documents.ts";

/** Maximum number of documents that one page reads. */
const DOCUMENTS = 200;

/** A user of one document. */
export interface DocumentUser {
  document: Doc<StoredDocument>;
  user: Doc<StoredUser>;
}

/** Selects users of all documents of an organization. */
interface Selection {
  organizationId: string;
  userIds?: string[] | undefined;
}

/**
 * Reads one page of the users of all documents of an organization, document by document. It reads O(page) documents:
 * each document once, and at most two per user on the page. A page may be short or empty and still have a `cursor`.
 * @param query its `searchKey` removes users from the page; the page does not read more to replace them.
 * @throws ApiError NOT_FOUND when the organization does not exist.
 */
export async function usersOfDocuments(
  call: KeyCall,
  { searchKey, ...query }: Selection & Pick<UserFilter, "searchKey">,
  page: Page,
): Promise<{ users: DocumentUser[]; cursor?: Cursor }> {
  const { users, ...end } = await pageOfUsers(call, query, page);
  return { users: await searchUsers(users, searchKey, ({ user }) => user.data), ...end };
}

async function pageOfUsers(
  call: KeyCall,
  query: Selection,
  page: Page,
): Promise<{ users: DocumentUser[]; cursor?: Cursor }> {
  const organization = organizationPath(call, query.organizationId);
  const { documents, inside, cursor } = await documentsOfPage(call, query, page);
  const read = ({ path }: Doc, part: Page) => usersAt(call, { organization, level: path }, query, part);
  const share = Math.ceil(page.limit / Math.max(1, documents.length));
  const first = await Promise.all(
    documents.map((document) =>
      read(document, { limit: share, after: document.path === inside?.path ? inside.after : undefined }),
    ),
  );
  const users: DocumentUser[] = [];
  let bytes = 0;
  for (const [i, document] of documents.entries()) {
    let part: QueryResult<StoredUser> | undefined = first[i];
    while (part) {
      const room = page.limit - users.length;
      for (const user of part.docs.slice(0, room)) {
        bytes += textBytes(user);
        if (users.length > 0 && bytes > PAGE_BYTES) return { users, cursor: positionAfter(users) };
        users.push({ document, user });
      }
      if (part.docs.length > room || (part.cursor && part.docs.length === room))
        return { users, cursor: positionAfter(users) };
      part = part.cursor && (await read(document, { limit: page.limit - users.length, after: part.cursor }));
    }
  }
  return cursor ? { users, cursor } : { users };
}

/** The users as returned, without duplicates. */
export function toSummaries(users: readonly DocumentUser[]): UserSummary[] {
  return [...new Map(users.map(({ user }) => [user.id, toUserSummary(user)])).values()];
}

/** The users as returned, by document id. */
export function toSummariesByDocument(users: readonly DocumentUser[]): Record<string, UserSummary[]> {
  const byDocument = Map.groupBy(users, ({ document }) => document.id);
  return Object.fromEntries(
    [...byDocument].map(([id, ofDocument]) => [id, ofDocument.map(({ user }) => toUserSummary(user))]),
  );
}

/** The position after the last user: the path of the document, then that of the user. */
function positionAfter(users: DocumentUser[]): Cursor {
  const last = users.at(-1) as DocumentUser;
  return [last.document.path, last.user.path];
}

/** Reads the documents of the page. `inside` is set when the page begins after a user of the first document. */
async function documentsOfPage(call: KeyCall, { organizationId, userIds }: Selection, { limit, after }: Page) {
  const [path, userAt] = (after ?? []) as [string?, string?];
  const count = Math.min(DOCUMENTS, Math.max(1, Math.floor(limit / (userIds?.length ?? 1))));
  const [, first, next] = await Promise.all([
    loadOrganization(call.store, call, organizationId),
    path !== undefined && userAt !== undefined ? call.store.get<StoredDocument>(path) : undefined,
    call.store.query<StoredDocument>({
      collection: `${organizationPath(call, organizationId)}/documents`,
      select: ["deleting"],
      limit: count,
      after: path === undefined ? undefined : [path],
    }),
  ]);
  const documents = [first, ...next.docs].map(unlessDeleting).filter((document) => document !== undefined);
  return {
    documents,
    inside: path !== undefined && userAt !== undefined ? { path, after: [userAt] } : undefined,
    cursor: next.cursor,
  };
}
