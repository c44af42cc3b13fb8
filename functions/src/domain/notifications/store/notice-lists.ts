import type { NoticeDelivery } from "#domain/notifications/notice-delivery";
import type { Cursor, Doc, Query, StoreReader } from "#store/port";
import { scan } from "#store/scan";
import { noticesOf, type StoredNotice } from "./notices.ts";

/** Selects notices of an organization; omitted fields do not restrict the selection. */
interface NoticeSelection {
  notificationId?: string | undefined;
  userId?: string | undefined;
  documentId?: string | undefined;
  state?: StoredNotice["state"] | undefined;
}

/** Fields with an index by time, the most selective first. */
const indexed = ["userId", "documentId"] as const;

/**
 * A page of the notices that meet all conditions, the newest first. Those of one notification all have the same time.
 */
export function listNotices(
  reader: StoreReader,
  organization: string,
  selection: NoticeSelection,
  { size, after }: { size: number; after: Cursor | undefined },
): Promise<{ docs: Doc<StoredNotice>[]; cursor?: Cursor }> {
  const query = { ...queryOf(organization, selection), after };
  const conditions = Object.entries(selection).filter(([, value]) => value !== undefined);
  return scan<StoredNotice>(reader, query, size, (docs) =>
    docs.filter(({ data }) => conditions.every(([name, value]) => data[name] === value)),
  );
}

function queryOf(organization: string, selection: NoticeSelection): Query {
  const collection = noticesOf(organization);
  const where = (field: keyof NoticeSelection) => [{ field, op: "==" as const, value: selection[field] ?? "" }];
  if (selection.notificationId !== undefined) return { collection, where: where("notificationId") };
  const field = indexed.find((name) => selection[name] !== undefined);
  return { collection, ...(field && { where: where(field) }), orderBy: [{ field: "timestamp", direction: "desc" }] };
}

/** A notice as returned. */
export function toDelivery({ data }: Doc<StoredNotice>): NoticeDelivery {
  const { batches, outcomes = [], changedAt: _changed, deleteAt: _end, ...notice } = data;
  return { ...notice, ...(batches && { batchIds: batches }), channels: outcomes };
}
