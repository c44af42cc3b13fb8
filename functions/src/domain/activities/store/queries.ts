import type { Filter as Shown } from "#domain/access/store/user-view";
import { getPage } from "#store/page-bytes";
import type { Cursor, Filter, Query, StoreReader } from "#store/port";
import { type ScanPage, scan } from "#store/scan";
import { activitiesOf, activityPath, type StoredActivity } from "./activities.ts";

/** Selects activities: every condition that is set must hold. */
export interface ActivitySelection {
  documentId?: string | undefined;
  targetEntityId?: string | undefined;
  userId?: string | undefined;
  featureTypes?: string[] | undefined;
  actionTypes?: string[] | undefined;
}

/** A page of activities: its order by time, its size and where it begins. */
export interface ActivityPage {
  order: "asc" | "desc";
  size: number;
  after?: Cursor | undefined;
  /** Excludes activities that are newer than this, in ms since 1970. */
  until?: number;
  /** Removes activities that the call may not show. */
  shown?: Shown<StoredActivity>;
}

/** Fields with an index, the most selective first. */
const indexed = ["targetEntityId", "userId", "documentId"] as const;

/** Reads a page of the selected activities by time. One index narrows the query; a scan checks the other conditions. */
export function queryActivities(
  reader: StoreReader,
  organization: string,
  selection: ActivitySelection,
  { order, size, after, until, shown = (docs) => docs }: ActivityPage,
): Promise<ScanPage<StoredActivity>> {
  const where: Filter[] = [];
  const field = indexed.find((name) => selection[name] !== undefined);
  if (field) where.push({ field, op: "==", value: selection[field] as string });
  if (until !== undefined) where.push({ field: "timestamp", op: "<=", value: until });
  const orderBy: Query["orderBy"] = [{ field: "timestamp", direction: order }];
  const query: Query = { collection: activitiesOf(organization), where, orderBy, ...(after && { after }) };
  return scan<StoredActivity>(reader, query, size, (docs) =>
    shown(docs.filter(({ data }) => isSelected(data, selection))),
  );
}

/**
 * Reads activities by id and returns the selected ones by time; ids without an activity are skipped. Several pages
 * follow the order of the ids, each sorted by time. The cursor is the number of ids on earlier pages.
 */
export async function readActivities(
  reader: StoreReader,
  organization: string,
  activityIds: readonly string[],
  selection: ActivitySelection,
  { order, size, after, shown = (docs) => docs }: Omit<ActivityPage, "until">,
): Promise<ScanPage<StoredActivity>> {
  const paths = activityIds.map((id) => activityPath(organization, id));
  const start = Number(after?.[0] ?? 0);
  const { docs: records, end } = await getPage<StoredActivity>(reader, paths, { start, limit: size });
  const sign = order === "asc" ? 1 : -1;
  const selected = records.filter((doc) => doc !== undefined).filter(({ data }) => isSelected(data, selection));
  const docs = (await shown(selected)).sort(
    (a, b) => sign * (a.data.timestamp - b.data.timestamp || (a.path < b.path ? -1 : 1)),
  );
  return { docs, ...(end !== undefined && { cursor: [end] }) };
}

/** Whether a record meets every condition of the selection. */
export function isSelected(
  { documentId, targetEntityId, userId, featureType, actionType }: StoredActivity,
  selection: ActivitySelection,
): boolean {
  const { featureTypes, actionTypes } = selection;
  return (
    (selection.documentId ?? documentId) === documentId &&
    (selection.targetEntityId ?? targetEntityId) === targetEntityId &&
    (selection.userId ?? userId) === userId &&
    (featureTypes?.includes(featureType ?? "") ?? true) &&
    (actionTypes?.includes(actionType) ?? true)
  );
}
