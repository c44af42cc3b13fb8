import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { JsonView } from "../../components/json-view.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { useTexts } from "../../texts/texts.tsx";

interface RecordViewProps<Found> {
  /** The query for the record; its data is null if there is none. */
  query: UseQueryResult<Found | null>;
  /** The actions for the record. */
  actions: (record: Found) => ReactNode;
  /** Shown if there is no record. */
  missing: ReactNode;
}

/** A record as it is stored, below its actions. */
export function RecordView<Found>({ query, actions, missing }: RecordViewProps<Found>) {
  const { common } = useTexts();
  return (
    <QueryView query={query}>
      {(record) =>
        record === null ? (
          missing
        ) : (
          <>
            <div className="actions">{actions(record)}</div>
            <h2>{common.json}</h2>
            <JsonView value={record} label={common.json} />
          </>
        )
      }
    </QueryView>
  );
}
