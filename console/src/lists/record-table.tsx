import { isValidElement, type ReactNode, useState } from "react";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { JsonView } from "../components/json-view.tsx";
import { useSession } from "../session/session.tsx";
import { useTexts } from "../texts/texts.tsx";
import { type Column, DataTable, type DataTableProps } from "./data-table.tsx";

interface RecordTableProps<Row> extends DataTableProps<Row> {
  /** The actions beside a record's JSON. @param close closes the view of the record. */
  actions?: ((row: Row, close: () => void) => ReactNode) | undefined;
  /** Shown below the JSON of a record. */
  details?: ((row: Row) => ReactNode) | undefined;
}

/** A table of records, each of which opens its actions and its JSON. */
export function RecordTable<Row>({ columns, keyOf, actions, details, ...others }: RecordTableProps<Row>) {
  const { common } = useTexts();
  const { isReadOnly } = useSession();
  const [opened, setOpened] = useState<Row>();
  const close = () => setOpened(undefined);
  // The current version of the record, in case the list was refetched.
  const currentRow = opened && (others.list.rows?.find((row) => keyOf(row) === keyOf(opened)) ?? opened);
  // Actions in a view that is called JSON would not be looked for there.
  const title = actions && !isReadOnly ? common.open : common.json;
  const opener = {
    title,
    width: "5rem",
    isPinned: true,
    cell: (row: Row) => (
      <Button kind="link" onClick={() => setOpened(row)} aria-label={`${title}: ${keyOf(row)}`}>
        {title}
      </Button>
    ),
  };
  // The text or id in the first column also opens the record.
  const opening = columns.map((column, i) => (i === 0 ? openedBy(column, setOpened) : column));
  return (
    <>
      <DataTable {...others} keyOf={keyOf} columns={[...opening, opener]} />
      <Dialog isOpen={opened !== undefined} onClose={close} title={currentRow === undefined ? "" : keyOf(currentRow)}>
        {actions && currentRow !== undefined && <div className="actions">{actions(currentRow, close)}</div>}
        <JsonView value={currentRow} label={common.json} />
        {currentRow !== undefined && details?.(currentRow)}
        <div className="actions">
          <Button onClick={close}>{common.close}</Button>
        </div>
      </Dialog>
    </>
  );
}

/** A column whose texts and ids open their row; links and buttons lead elsewhere. */
function openedBy<Row>(column: Column<Row>, open: (row: Row) => void): Column<Row> {
  const cell = (row: Row) => {
    const content = column.cell(row);
    if (isValidElement(content) && content.type !== "code") return content;
    return (
      <Button kind="link" onClick={() => open(row)}>
        {content || "–"}
      </Button>
    );
  };
  return { ...column, cell };
}
