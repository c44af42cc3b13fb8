import { ROOT } from "#domain/documents/folder";
import { documentBelow, type StoredDocument } from "#domain/documents/store/documents";
import { folderBelow, type StoredFolder } from "#domain/documents/store/folders";
import type { Concerned, Everybody } from "#domain/notifications/concerned";
import { groupPath } from "#domain/organizations/store/groups";
import { batchesOf } from "#platform/async/parallel";
import type { Cursor, Doc, DocData, StoreReader } from "#store/port";

/** Number of people on one page. */
const PAGE = 100;

/** People whom an event concerns: user ids, with whether it directly involves the user. */
export type People = ReadonlyMap<string, boolean>;

/**
 * The people whom an event concerns, each once and in pages: those whom the thread names, then members of mentioned groups,
 * then the contacts of the document if everybody is mentioned.
 * @param organization path in the store.
 * @param actorId the user who acted, who is excluded.
 */
export async function* concernedPeople(
  reader: StoreReader,
  organization: string,
  documentId: string,
  { people, mentioned, everybody }: Concerned,
  actorId: string | undefined,
): AsyncGenerator<People> {
  const groups = await groupsAmong(reader, organization, mentioned);
  const listed = new Set<string | undefined>([actorId]);
  const isNew = ([userId]: readonly [string, boolean]) => !listed.has(userId) && listed.add(userId);
  const namedPeople = [...people].filter(([userId]) => !groups.has(userId));
  for (const page of batchesOf(namedPeople.filter(isNew), PAGE)) yield new Map(page);
  const document = documentBelow(organization, documentId);
  const lists = [...groups].map((groupId) => `${groupPath(organization, groupId)}/members`);
  const contacts = everybody ? await contactLists(reader, organization, document, everybody) : [];
  for (const collection of [...lists, ...contacts])
    for await (const ids of idsIn(reader, collection)) {
      const page = ids.map((userId) => [userId, true] as const).filter(isNew);
      if (page.length > 0) yield new Map(page);
    }
}

async function groupsAmong(reader: StoreReader, organization: string, ids: readonly string[]): Promise<Set<string>> {
  const docs: (Doc<DocData> | undefined)[] = [];
  for (const some of batchesOf(ids, PAGE))
    docs.push(...(await reader.getMany<DocData>(some.map((id) => groupPath(organization, id)))));
  return new Set(docs.flatMap((doc) => (doc ? [doc.id] : [])));
}

/** The collections of users of a document and, for `all`, of the folders above it and of the organization. */
async function contactLists(
  reader: StoreReader,
  organization: string,
  document: string,
  everybody: Everybody,
): Promise<string[]> {
  const own = `${document}/users`;
  if (everybody === "here") return [own];
  const folders: string[] = [];
  const doc = await reader.get<StoredDocument>(document);
  for (let id = doc?.data.folderId; id !== undefined && id !== ROOT; ) {
    const path = folderBelow(organization, id);
    if (folders.includes(`${path}/users`)) break;
    folders.push(`${path}/users`);
    id = (await reader.get<StoredFolder>(path))?.data.parentFolderId;
  }
  return [own, ...folders, `${organization}/users`];
}

async function* idsIn(reader: StoreReader, collection: string): AsyncGenerator<string[]> {
  let after: Cursor | undefined;
  do {
    const page = await reader.query({ collection, select: [], limit: PAGE, after });
    yield page.docs.map(({ id }) => id);
    after = page.cursor;
  } while (after);
}
