import type { Page } from "@atrium/client";
import type { ReactNode } from "react";
import type { FormValue } from "../../../forms/form-value.ts";
import type { ItemReply } from "../../../forms/item-results.ts";
import type { Column } from "../../../lists/data-table.tsx";
import type { Texts } from "../../../texts/en.ts";
import type { DocumentPlace } from "../place.ts";

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
  /** Changes one of them, where that can be done. */
  edit?: RowEdit<Row>;
  /** What stands below the JSON of one. @param onChanged is called when something of it has been changed. */
  details?(place: DocumentPlace, row: Row, onChanged: () => void): ReactNode;
}

/** How a row is changed. */
interface RowEdit<Row> {
  /** The endpoint whose contract the form follows. */
  path: string;
  /** The field of its input that holds what is changed. Missing: the input itself. */
  list?: string;
  /** Fields that the form leaves out: those that name the row. */
  without: readonly string[];
  /** What the fields begin with. */
  initial(row: Row): FormValue;
  /** Reads the row again; undefined where it is gone. Missing: where what comes last counts, as with live data. */
  find?(place: DocumentPlace, row: Row): Promise<Row | undefined>;
  /** @param changes the fields that were changed, as the contract describes them. */
  send(place: DocumentPlace, row: Row, changes: FormValue): Promise<ItemReply | undefined>;
}

/** The names of a place, as calls take them. */
export function named({ organizationId, documentId }: DocumentPlace) {
  return { organizationId, documentId };
}

/** The beginning of a value, for a cell. */
export function beginning(value: unknown): string {
  return (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).slice(0, 200);
}
