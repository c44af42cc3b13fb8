import type { ReactNode } from "react";
import { activities } from "./activities.tsx";
import type { DocumentList } from "./document-list.ts";
import { editors } from "./editors.tsx";
import { liveState } from "./live-state.tsx";
import { presence } from "./presence.tsx";
import { recordings } from "./recordings.tsx";
import { threads } from "./threads.tsx";

/** Renders a list with any type of row. */
export type DrawList = <Row>(list: DocumentList<Row>) => ReactNode;

/** All lists of a document's contents, in the order of the tabs. */
export const documentLists: readonly { id: DocumentList<unknown>["id"]; draw: (draw: DrawList) => ReactNode }[] = [
  { id: "threads", draw: (draw) => draw(threads) },
  { id: "presence", draw: (draw) => draw(presence) },
  { id: "liveState", draw: (draw) => draw(liveState) },
  { id: "editors", draw: (draw) => draw(editors) },
  { id: "recordings", draw: (draw) => draw(recordings) },
  { id: "activities", draw: (draw) => draw(activities) },
];
