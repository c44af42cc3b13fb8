import { readLists } from "#domain/documents/store/moving";
import { organizationPath, organizationsPath } from "#domain/organizations/store/organizations";
import { ApiError } from "#platform/error";
import type { KeyCall } from "#src/call";
import { organizationsNaming } from "./named-organizations.ts";
import { type DataPage, type DataPosition, PAGE, userDataPage } from "./user-data-pages.ts";

/** Maximum number of organizations that one page searches, each for one user: most may have no data. */
const MAX_PLACES = 20;

/** Whose data to read, and where: in one organization, or in all of them if none is named. */
export interface DataSelection {
  userIds: readonly string[];
  organizationId?: string | undefined;
}

/** How far the data has been returned: `left` is the rest in the organization, omitted if nothing is left. */
export interface PlacePosition {
  /** Index among the users. */
  user: number;
  organizationId: string;
  left?: DataPosition;
}

/** One page of the data of users. `next` is omitted when nothing is left. */
export type PlacesPage = Omit<DataPage, "next"> & { next?: PlacePosition };

/**
 * Reads what users have written and recorded and their notifications and mails: user by user, one organization after
 * another, up to 100 items of each kind and up to 20 organizations per page.
 * @throws ApiError NOT_FOUND when the selected organization does not exist.
 */
export async function userDataAt(
  call: KeyCall,
  selection: DataSelection,
  start: PlacePosition | undefined,
): Promise<PlacesPage> {
  const page: PlacesPage = emptyPage();
  let behind = start;
  let placeCount = 0;
  for await (const place of placesFrom(call, selection, start)) {
    if (placeCount++ === MAX_PLACES) return { ...page, ...(behind && { next: behind }) };
    const data = await dataIn(call, selection, place);
    if (!append(page, data)) return { ...page, ...(behind && { next: behind }) };
    if (data.next) return { ...page, next: { ...place, left: data.next } };
    behind = { user: place.user, organizationId: place.organizationId };
  }
  return page;
}

/** The users' organizations in order, starting at a position. */
async function* placesFrom(
  call: KeyCall,
  { userIds, organizationId }: DataSelection,
  start: PlacePosition | undefined,
): AsyncGenerator<PlacePosition> {
  if (start?.left) yield start;
  for (let user = start?.user ?? 0; user < userIds.length; user++) {
    const behind = user === start?.user ? start.organizationId : undefined;
    if (organizationId === undefined) {
      for await (const id of organizationsFor(call, userIds[user] as string, behind))
        yield { user, organizationId: id };
    } else if (behind === undefined) yield { user, organizationId };
  }
}

/** Ids of the organizations that can contain data of a user. */
function organizationsFor(call: KeyCall, userId: string, behind: string | undefined): AsyncGenerator<string> {
  const isFound = call.store.findsNamed && call.apiKey.isIndexedByName;
  return isFound ? organizationsNaming(call, userId, behind) : organizationsBehind(call, behind);
}

/** Ids of the organizations of the API key, including those that are being deleted. */
async function* organizationsBehind(call: KeyCall, organizationId: string | undefined): AsyncGenerator<string> {
  const collection = organizationsPath(call);
  let after = organizationId === undefined ? undefined : [organizationPath(call, organizationId)];
  do {
    const query = { collection, select: [], limit: MAX_PLACES, ...(after && { after }) };
    const { docs, cursor } = await call.store.query(query);
    yield* docs.map(({ id }) => id);
    after = cursor as string[] | undefined;
  } while (after);
}

async function dataIn(
  call: KeyCall,
  { userIds, organizationId: selectedId }: DataSelection,
  { user, organizationId, left = {} }: PlacePosition,
): Promise<DataPage> {
  const place = { organizationId, userId: userIds[user] as string };
  try {
    return await readLists(call, { organizationId }, (reader) => userDataPage(reader, call, place, left));
  } catch (error) {
    const isGone = error instanceof ApiError && error.code === "NOT_FOUND";
    if (selectedId === undefined && isGone) return emptyPage();
    throw error;
  }
}

const kinds = [
  ...(["comments", "reactions", "recordings", "notifications"] as const),
  ...(["notificationDeliveries", "mails"] as const),
];

function emptyPage(): Omit<DataPage, "next"> {
  return { comments: [], reactions: [], recordings: [], notifications: [], notificationDeliveries: [], mails: [] };
}

/** Adds `data` to a page. @returns whether the page had room for all of it; if not, nothing is added. */
function append(page: PlacesPage, data: DataPage): boolean {
  if (kinds.some((kind) => page[kind].length + data[kind].length > PAGE)) return false;
  page.comments.push(...data.comments);
  page.reactions.push(...data.reactions);
  page.recordings.push(...data.recordings);
  page.notifications.push(...data.notifications);
  page.notificationDeliveries.push(...data.notificationDeliveries);
  page.mails.push(...data.mails);
  return true;
}
