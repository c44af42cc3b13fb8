import type { Page } from "@atrium/client";
import type { ReactNode } from "react";
import type { FormValue } from "../../../../forms/form-value.ts";
import type { ItemReply } from "../../../../forms/item-results.ts";
import type { Column } from "../../../../lists/data-table.tsx";
import type { Texts } from "../../../../texts/en.ts";
import type { DocumentPlace } from "../../place.ts";

/** Declares one list of a document's contents. */
export interface DocumentList<Row> {
  id: keyof Texts["data"]["lists"];
  fetchPage(
    place: DocumentPlace,
    page: { pageSize: number; pageToken?: string | undefined },
    signal: AbortSignal,
  ): Promise<Page<Row[]>>;
  keyOf(row: Row): string;
  columns(data: Texts["data"]): Column<Row>[];
  /** Deletes a row; omitted if rows can't be deleted. */
  remove?(place: DocumentPlace, row: Row): Promise<unknown>;
  /** Declares how to edit a row; omitted if rows can't be edited. */
  edit?: RowEdit<Row>;
  /** Shown below the JSON of a row. @param onChanged called when part of the row has been changed. */
  details?(place: DocumentPlace, row: Row, onChanged: () => void): ReactNode;
}

/** How to edit a row. */
interface RowEdit<Row> {
  /** Path of the endpoint from whose contract the form is built. */
  path: string;
  /** The input field that the form edits. Default: the whole input. */
  list?: string;
  /** Fields that the form leaves out because they identify the row. */
  without: readonly string[];
  /** The initial values of the fields. */
  initial(row: Row): FormValue;
  /** Rereads the row; undefined if it no longer exists. Omitted if the last write wins, as with live data. */
  find?(place: DocumentPlace, row: Row): Promise<Row | undefined>;
  /** @param changes the changed fields, as described by the contract. */
  send(place: DocumentPlace, row: Row, changes: FormValue): Promise<ItemReply | undefined>;
}

/** The ids of a place, as calls expect them. */
export function documentIds({ organizationId, documentId }: DocumentPlace) {
  return { organizationId, documentId };
}

/** The beginning of a value, to show in a cell. */
export function beginning(value: unknown): string {
  return (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).slice(0, 200);
}
