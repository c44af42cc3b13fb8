import { type StoredThread, unpackThread } from "#domain/comments/store/stored-thread";
import {
  type Contribution,
  contributionsOf,
  type ThreadPosition,
  type UserComment,
  type UserReaction,
} from "#domain/erasure/user-contributions";
import type { KeptMail } from "#domain/erasure/user-data";
import { listMailsTo } from "#domain/mail/store/mails-of-person";
import type { NoticeDelivery } from "#domain/notifications/notice-delivery";
import type { Notification } from "#domain/notifications/notification";
import { listNotifications } from "#domain/notifications/store/lists";
import { listNotices, toDelivery } from "#domain/notifications/store/notice-lists";
import { toNotification } from "#domain/notifications/store/notifications";
import { organizationPath } from "#domain/organizations/store/organizations";
import type { Recording } from "#domain/recordings/recording";
import { type StoredRecording, toRecording } from "#domain/recordings/store/recordings";
import { TimeSlice } from "#platform/async/time-slice";
import type { KeyCall } from "#src/call";
import { PAGE_BYTES } from "#store/page-bytes";
import type { Cursor, Query, StoreReader } from "#store/port";

/** Maximum number of items of each kind on one page. */
export const PAGE = 100;
/** Maximum number of threads that one page scans: many only mention the user. */
const MAX_THREADS = 200;
const THREADS_AT_ONCE = 50;
const BYTES_AT_ONCE = 2 * 1024 * 1024;
/** Maximum bytes of each of four kinds on a page; deliveries of notifications are small. */
const BYTES_OF_KIND = PAGE_BYTES / 4;

/** Where each kind continues; omitted for its start, null if nothing is left. */
export interface DataPosition {
  threads?: { after?: Cursor; within?: { thread: string; position: ThreadPosition } } | null;
  recordings?: Cursor | null;
  notifications?: Cursor | null;
  deliveries?: Cursor | null;
  mails?: Cursor | null;
}

/** One page of a user's data in an organization. `next` is omitted when nothing is left. */
export interface DataPage {
  comments: (UserComment & { organizationId: string })[];
  reactions: (UserReaction & { organizationId: string })[];
  recordings: Recording[];
  notifications: Notification[];
  notificationDeliveries: (NoticeDelivery & { organizationId: string })[];
  mails: KeptMail[];
  next?: DataPosition;
}

/** A page of a user's contributions, recordings, notifications and mails in an organization: up to 100 of each kind. */
export async function userDataPage(
  reader: StoreReader,
  call: KeyCall,
  { organizationId, userId }: { organizationId: string; userId: string },
  position: DataPosition,
): Promise<DataPage> {
  const organization = organizationPath(call, organizationId);
  const [contributionPage, recorded, received, decided, mailed] = await Promise.all([
    contributions(reader, organization, userId, position.threads),
    recordings(reader, organization, userId, position.recordings),
    notifications(reader, organization, userId, position.notifications),
    deliveries(reader, organization, userId, position.deliveries),
    mails(reader, call, { organizationId, userId }, position.mails),
  ]);
  const next = {
    threads: contributionPage.next,
    recordings: recorded.cursor ?? null,
    notifications: received.cursor ?? null,
    deliveries: decided.cursor ?? null,
    mails: mailed.cursor ?? null,
  };
  const isLast = Object.values(next).every((cursor) => cursor === null);
  return {
    comments: contributionPage.comments.map((comment) => ({ ...comment, organizationId })),
    reactions: contributionPage.reactions.map((reaction) => ({ ...reaction, organizationId })),
    recordings: recorded.docs.map((doc) => toRecording(call, organizationId, doc)),
    notifications: received.listed.map(({ doc, entry }) => toNotification(call, organizationId, doc, entry)),
    notificationDeliveries: decided.docs.map((doc) => ({ ...toDelivery(doc), organizationId })),
    mails: mailed.mails,
    ...(!isLast && { next }),
  };
}

/** Finds a user's contributions in the threads that name the user; a thread can continue on the next page. */
async function contributions(
  reader: StoreReader,
  under: string,
  userId: string,
  position: DataPosition["threads"] = {},
) {
  const page = { comments: [] as UserComment[], reactions: [] as UserReaction[] };
  let bytes = 0;
  const isFull = (next: Contribution) => {
    if (("comment" in next ? page.comments : page.reactions).length === PAGE) return true;
    const before = bytes;
    bytes += Buffer.byteLength(JSON.stringify(next));
    return before > 0 && bytes > BYTES_OF_KIND;
  };
  const slice = new TimeSlice();
  let at = position;
  for (let threadCount = 0; at && threadCount < MAX_THREADS; threadCount += THREADS_AT_ONCE) {
    const query: Query = {
      group: "commentAnnotations",
      under,
      limit: THREADS_AT_ONCE,
      maxBytes: BYTES_AT_ONCE,
      after: at.after,
      where: [{ field: "people", op: "array-contains", value: userId }],
    };
    const { docs, cursor } = await reader.query<StoredThread>(query);
    slice.begin();
    for (const doc of docs) {
      if (slice.isOver) await slice.next();
      const within = at.within?.thread === doc.path ? at.within.position : undefined;
      for (const item of contributionsOf(unpackThread(doc), userId, within)) {
        if (isFull(item)) return { ...page, next: at };
        if ("comment" in item) page.comments.push(item.comment);
        else page.reactions.push(item.reaction);
        at = { ...at, within: { thread: doc.path, position: item.position } };
      }
      at = { after: [doc.path] };
    }
    at = cursor ? { after: cursor } : null;
  }
  return { ...page, next: at };
}

async function recordings(reader: StoreReader, under: string, userId: string, after: Cursor | null | undefined) {
  if (after === null) return { docs: [] };
  const where: Query["where"] = [{ field: "fromUserId", op: "==", value: userId }];
  return reader.query<StoredRecording>({
    group: "recordings",
    under,
    where,
    limit: PAGE,
    maxBytes: BYTES_OF_KIND,
    ...(after && { after }),
  });
}

async function notifications(
  reader: StoreReader,
  organization: string,
  userId: string,
  after: Cursor | null | undefined,
) {
  if (after === null) return { listed: [] };
  return listNotifications(
    reader,
    organization,
    { userId },
    { order: "desc", pageSize: PAGE, maxBytes: BYTES_OF_KIND, after },
  );
}

async function deliveries(reader: StoreReader, organization: string, userId: string, after: Cursor | null | undefined) {
  if (after === null) return { docs: [] };
  return listNotices(reader, organization, { userId }, { size: PAGE, after });
}

async function mails(
  reader: StoreReader,
  call: KeyCall,
  person: { organizationId: string; userId: string },
  after: Cursor | null | undefined,
) {
  if (after === null) return { mails: [] };
  return listMailsTo(reader, call, person, { size: PAGE, maxBytes: BYTES_OF_KIND, after });
}
