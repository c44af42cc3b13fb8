import { useQueryClient } from "@tanstack/react-query";
import { DeleteButton } from "../../../components/delete-button.tsx";
import { Notice } from "../../../components/notice.tsx";
import { dropRow } from "../../../lists/drop-row.ts";
import { RecordTable } from "../../../lists/record-table.tsx";
import { useList } from "../../../lists/use-list.ts";
import { useTexts } from "../../../texts/texts.tsx";
import { ItemButton } from "../item-button.tsx";
import type { DocumentPlace } from "../place.ts";
import type { DocumentList } from "./lists/document-list.ts";

/** A tab with one list of a document's contents. */
export function ListTab<Row>({ place, declared }: { place: DocumentPlace; declared: DocumentList<Row> }) {
  const { data, common } = useTexts();
  const queries = useQueryClient();
  const { apiKey, organizationId, documentId } = place;
  const queryKey = [apiKey, declared.id, organizationId, documentId];
  const list = useList<Row>({ queryKey, fetchPage: (page, signal) => declared.fetchPage(place, page, signal) });
  const { remove, edit, details } = declared;
  const changed = () => void queries.invalidateQueries({ queryKey });
  return (
    <RecordTable<Row>
      label={data.lists[declared.id]}
      list={list}
      columns={declared.columns(data)}
      keyOf={declared.keyOf}
      empty={<Notice kind="plain" title={data.nothing[declared.id]} />}
      details={details && ((row) => details(place, row, changed))}
      actions={(row, close) => (
        <>
          {edit && (
            <ItemButton
              {...edit}
              title={common.edit}
              of={`${data.records[declared.id]} ${declared.keyOf(row)}`}
              initial={edit.initial(row)}
              reread={
                edit.find &&
                (async () => {
                  const storedRow = await edit.find?.(place, row);
                  return storedRow === undefined ? null : edit.initial(storedRow);
                })
              }
              send={(changes) => edit.send(place, row, changes)}
              onDone={changed}
            />
          )}
          {remove && (
            <DeleteButton
              title={data.deleteOne(declared.keyOf(row))}
              onDelete={async () => {
                await remove(place, row);
                close();
                dropRow<Row>(queries, queryKey, (one) => declared.keyOf(one) === declared.keyOf(row));
              }}
            >
              <p>{data.forEver}</p>
            </DeleteButton>
          )}
        </>
      )}
    />
  );
}
