import type { Activity, CommentAnnotation, CrdtData, LiveState, Page, PresenceEntry, Recording } from "@atrium/client";
import type { ReactNode } from "react";
import { Time } from "../../components/time.tsx";
import type { Column } from "../../lists/data-table.tsx";
import type { Texts } from "../../texts/en.ts";
import type { DocumentPlace } from "./place.ts";

/** A list of what a document holds. */
export interface DocumentList<Row> {
  id: keyof Texts["data"]["lists"];
  fetchPage(
    place: DocumentPlace,
    page: { pageSize: number; pageToken?: string | undefined },
    signal: AbortSignal,
  ): Promise<Page<Row[]>>;
  keyOf(row: Row): string;
  columns(data: Texts["data"]): Column<Row>[];
  /** Deletes one of them, where that can be done. */
  remove?(place: DocumentPlace, row: Row): Promise<unknown>;
}

/** The names of a place, as calls take them. */
const named = ({ organizationId, documentId }: DocumentPlace) => ({ organizationId, documentId });

const threads: DocumentList<CommentAnnotation> = {
  id: "threads",
  fetchPage: async (place, page, signal) => {
    const found = await place.client.commentannotations.get({ ...named(place), ...page }, { signal });
    const rows = (Array.isArray(found.data) ? found.data : []).filter((row) => row !== null);
    return { ...found, data: rows };
  },
  keyOf: ({ annotationId }) => annotationId,
  columns: (data) => [
    { title: data.text, cell: ({ comments }) => comments?.[0]?.commentText, width: "minmax(10rem, 2fr)" },
    { title: data.author, cell: ({ from }) => from.name || from.userId },
    { title: data.status, cell: ({ status }) => status.name, width: "8rem" },
    { title: data.comments, cell: ({ comments }) => comments?.length, width: "7rem" },
  ],
  remove: (place, { annotationId }) =>
    place.client.commentannotations.delete({ ...named(place), annotationIds: [annotationId] }),
};

const presence: DocumentList<PresenceEntry> = {
  id: "presence",
  fetchPage: (place, page, signal) => place.client.presence.get({ ...named(place), ...page }, { signal }),
  keyOf: ({ userId }) => userId,
  columns: (data) => [
    { title: data.person, cell: ({ name, userId }) => name || userId },
    { title: data.status, cell: ({ status }) => status, width: "8rem" },
    { title: data.changed, cell: ({ lastUpdated }) => <Time at={lastUpdated} /> },
  ],
  remove: (place, { userId }) => place.client.presence.delete({ ...named(place), userIds: [userId] }),
};

const liveState: DocumentList<LiveState> = {
  id: "liveState",
  fetchPage: (place, page, signal) => place.client.livestate.get({ ...named(place), ...page }, { signal }),
  keyOf: ({ liveStateDataId }) => liveStateDataId,
  columns: (data) => [
    { title: data.id, cell: ({ liveStateDataId }) => <code>{liveStateDataId}</code> },
    { title: data.content, cell: ({ data: value }) => beginning(value), width: "minmax(10rem, 2fr)" },
    { title: data.changed, cell: ({ lastUpdated }) => <Time at={lastUpdated} />, width: "14rem" },
  ],
};

const editors: DocumentList<CrdtData> = {
  id: "editors",
  fetchPage: (place, page, signal) => place.client.crdt.get({ ...named(place), ...page }, { signal }),
  keyOf: ({ id }) => id,
  columns: (data) => [
    { title: data.id, cell: ({ id }) => <code>{id}</code> },
    { title: data.kind, cell: ({ type }) => type, width: "6rem" },
    { title: data.size, cell: ({ data: value }) => JSON.stringify(value ?? null).length, width: "8rem" },
    { title: data.content, cell: ({ data: value }) => beginning(value), width: "minmax(10rem, 2fr)" },
    { title: data.changed, cell: ({ lastUpdate }) => <Time at={Date.parse(lastUpdate)} />, width: "14rem" },
  ],
  remove: (place, { id }) => place.client.crdt.delete({ ...named(place), editorIds: [id] }),
};

const recordings: DocumentList<Recording> = {
  id: "recordings",
  fetchPage: (place, page, signal) => place.client.recordings.get({ ...named(place), ...page }, { signal }),
  keyOf: ({ annotationId }) => annotationId,
  columns: (data) => [
    { title: data.id, cell: ({ annotationId }) => <code>{annotationId}</code> },
    { title: data.kind, cell: ({ recordingType }) => recordingType },
    { title: data.version, cell: ({ latestVersion }) => latestVersion, width: "7rem" },
  ],
  remove: (place, { annotationId }) =>
    place.client.recordings.delete({ ...named(place), recordingIds: [annotationId] }),
};

const activities: DocumentList<Activity> = {
  id: "activities",
  fetchPage: (place, page, signal) => place.client.activities.get({ ...named(place), ...page }, { signal }),
  keyOf: ({ id }) => id,
  columns: (data) => [
    { title: data.action, cell: ({ actionType }) => actionType },
    { title: data.about, cell: ({ targetEntityId }) => targetEntityId },
    { title: data.time, cell: ({ timestamp }) => <Time at={timestamp} />, width: "14rem" },
  ],
  remove: (place, { id }) => place.client.activities.delete({ ...named(place), activityIds: [id] }),
};

/** Draws a list, whatever its rows are. */
export type DrawList = <Row>(list: DocumentList<Row>) => ReactNode;

/** Every list of what a document holds, in the order of the tabs. */
export const documentLists: readonly { id: DocumentList<unknown>["id"]; draw: (draw: DrawList) => ReactNode }[] = [
  { id: "threads", draw: (draw) => draw(threads) },
  { id: "presence", draw: (draw) => draw(presence) },
  { id: "liveState", draw: (draw) => draw(liveState) },
  { id: "editors", draw: (draw) => draw(editors) },
  { id: "recordings", draw: (draw) => draw(recordings) },
  { id: "activities", draw: (draw) => draw(activities) },
];

/** The beginning of a value, for a cell. */
function beginning(value: unknown): string {
  return (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).slice(0, 200);
}
