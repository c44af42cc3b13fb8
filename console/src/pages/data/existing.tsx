import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Notice } from "../../components/notice.tsx";
import { QueryView } from "../../components/query-view.tsx";
import type { Texts } from "../../texts/en.ts";
import { useTexts } from "../../texts/texts.tsx";

interface ExistingProps<Found> {
  kind: keyof Texts["data"]["absent"];
  /** The ids by which the address names the record, the record's own last. The address may lack some: those are empty. */
  ids: readonly string[];
  /** Where the record is cached. */
  queryKey: readonly unknown[];
  /** Reads the record; null where there is none. */
  find: (signal: AbortSignal) => Promise<Found | null>;
  /** What stands below the notice that there is no such record, such as the work that took it away. */
  absent?: ReactNode;
  children: ReactNode;
}

/** Draws what needs a record that the address names; where there is none, it says so once, and draws nothing of it. */
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
      {(found) =>
        found === null ? (
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
