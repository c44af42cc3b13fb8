import type { NoticeDelivery } from "#domain/notifications/notice-delivery";
import type { Cursor, Doc, StoreReader } from "#store/port";
import { scan } from "#store/scan";
import { noticesOf, type StoredNotice } from "./notices.ts";

/** Selects notices of an organization; fields that are left out do not restrict the selection. */
interface NoticeSelection {
  notificationId?: string | undefined;
  userId?: string | undefined;
  documentId?: string | undefined;
  state?: StoredNotice["state"] | undefined;
}

/** Fields with an index, the most selective first. */
const indexed = ["notificationId", "userId", "documentId"] as const;

/** A page of the notices that meet all conditions. */
export function listNotices(
  reader: StoreReader,
  organization: string,
  selection: NoticeSelection,
  { size, after }: { size: number; after: Cursor | undefined },
): Promise<{ docs: Doc<StoredNotice>[]; cursor?: Cursor }> {
  const field = indexed.find((name) => selection[name] !== undefined);
  const where = field === undefined ? [] : [{ field, op: "==" as const, value: selection[field] ?? "" }];
  const conditions = Object.entries(selection).filter(([, value]) => value !== undefined);
  return scan<StoredNotice>(reader, { collection: noticesOf(organization), where, after }, size, (docs) =>
    docs.filter(({ data }) => conditions.every(([name, value]) => data[name] === value)),
  );
}

/** A notice as returned. */
export function toDelivery({ data }: Doc<StoredNotice>): NoticeDelivery {
  const { batches, outcomes = [], changedAt: _changed, deleteAt: _end, ...notice } = data;
  return { ...notice, ...(batches && { batchIds: batches }), channels: outcomes };
}
