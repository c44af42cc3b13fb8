import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Notice } from "../../components/notice.tsx";
import { QueryView } from "../../components/query-view.tsx";
import type { Texts } from "../../texts/en.ts";
import { useTexts } from "../../texts/texts.tsx";

interface ExistingProps<Found> {
  kind: keyof Texts["data"]["unnamed"];
  /** The ids in the address that identify the record, its own id last. Ids missing from the address are empty. */
  ids: readonly string[];
  /** Query key of the record. */
  queryKey: readonly unknown[];
  /** Reads the record; null if there is none. */
  find: (signal: AbortSignal) => Promise<Found | null>;
  /** Shown below the notice that there is no such record, such as the progress of its deletion. */
  absent?: ReactNode;
  children: ReactNode;
}

/** Renders content that needs the record named in the address; if there is none, shows a single notice instead. */
export function Existing<Found>({ kind, ids, queryKey, find, absent, children }: ExistingProps<Found>) {
  const { data } = useTexts();
  const isNamed = !ids.includes("");
  const record = useQuery({
    queryKey,
    enabled: isNamed,
    queryFn: ({ signal }) => find(signal),
  });
  if (!isNamed)
    return (
      <Notice kind="bad" title={data.unnamed[kind]}>
        {data.unnamedHelp}
      </Notice>
    );
  return (
    <QueryView query={record}>
      {(storedRecord) =>
        storedRecord === null ? (
          <>
            <Notice kind="bad" title={data.absent[kind](ids.at(-1) ?? "")}>
              {data.absentHelp}
            </Notice>
            {absent}
          </>
        ) : (
          children
        )
      }
    </QueryView>
  );
}
