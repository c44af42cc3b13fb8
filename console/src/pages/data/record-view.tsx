import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { JsonView } from "../../components/json-view.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { useTexts } from "../../texts/texts.tsx";

interface RecordViewProps<Found> {
  /** The query for the record; its data is null if there is none. */
  query: UseQueryResult<Found | null>;
  /** Shown above the actions if there is something to know about the record. */
  notice?: (record: Found) => ReactNode;
  /** The actions for the record. */
  actions: (record: Found) => ReactNode;
  /** Shown if there is no record. */
  missing: ReactNode;
}

/** A record as it is stored, below its actions. */
export function RecordView<Found>({ query, notice, actions, missing }: RecordViewProps<Found>) {
  const { common } = useTexts();
  return (
    <QueryView query={query}>
      {(record) =>
        record === null ? (
          missing
        ) : (
          <>
            {notice?.(record)}
            <div className="actions">{actions(record)}</div>
            <h2>{common.json}</h2>
            <JsonView value={record} label={common.json} />
          </>
        )
      }
    </QueryView>
  );
}
