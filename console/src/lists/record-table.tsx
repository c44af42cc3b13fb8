import { type ReactNode, useState } from "react";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { JsonView } from "../components/json-view.tsx";
import { useTexts } from "../texts/texts.tsx";
import { DataTable, type DataTableProps } from "./data-table.tsx";

interface RecordTableProps<Row> extends DataTableProps<Row> {
  /** What can be done with a record, beside its JSON. @param close closes the view of the record. */
  actions?: ((row: Row, close: () => void) => ReactNode) | undefined;
  /** What stands below the JSON of a record. */
  details?: ((row: Row) => ReactNode) | undefined;
}

/** A table of records, each of which shows its JSON and what can be done with it. */
export function RecordTable<Row>({ columns, keyOf, actions, details, ...others }: RecordTableProps<Row>) {
  const { common } = useTexts();
  const [opened, setOpened] = useState<Row>();
  const close = () => setOpened(undefined);
  // As it is now, where the list has been fetched again.
  const shown = opened && (others.list.rows?.find((row) => keyOf(row) === keyOf(opened)) ?? opened);
  const json = {
    title: common.json,
    width: "5rem",
    cell: (row: Row) => (
      <Button kind="link" onClick={() => setOpened(row)} aria-label={`${common.json}: ${keyOf(row)}`}>
        {common.json}
      </Button>
    ),
  };
  return (
    <>
      <DataTable {...others} keyOf={keyOf} columns={[...columns, json]} />
      <Dialog isOpen={opened !== undefined} onClose={close} title={shown === undefined ? "" : keyOf(shown)}>
        <JsonView value={shown} label={common.json} />
        {shown !== undefined && details?.(shown)}
        <div className="actions">
          <Button onClick={close}>{common.close}</Button>
          {shown !== undefined && actions?.(shown, close)}
        </div>
      </Dialog>
    </>
  );
}
