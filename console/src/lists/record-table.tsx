import { useState } from "react";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { JsonView } from "../components/json-view.tsx";
import { useTexts } from "../texts/texts.tsx";
import { DataTable, type DataTableProps } from "./data-table.tsx";

/** A table of records, each of which shows its JSON. */
export function RecordTable<Row>({ columns, keyOf, ...others }: DataTableProps<Row>) {
  const { common } = useTexts();
  const [opened, setOpened] = useState<Row>();
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
      <Dialog isOpen={opened !== undefined} onClose={() => setOpened(undefined)} title={opened ? keyOf(opened) : ""}>
        <JsonView value={opened} label={common.json} />
        <div className="actions">
          <Button onClick={() => setOpened(undefined)}>{common.close}</Button>
        </div>
      </Dialog>
    </>
  );
}
