import { Notice } from "../../components/notice.tsx";
import { Time } from "../../components/time.tsx";
import type { Column } from "../../lists/data-table.tsx";
import { RecordTable } from "../../lists/record-table.tsx";
import { useTexts } from "../../texts/texts.tsx";
import { type ArrivedEvent, subjectOf } from "./stream-state.ts";

/** The events of a stream, the newest first. */
export function EventTable({ events }: { events: readonly ArrivedEvent[] }) {
  const { live, common } = useTexts();
  const columns: Column<ArrivedEvent>[] = [
    { title: common.time, cell: ({ at }) => <Time at={at} isExact />, width: "24ch" },
    { title: common.type, cell: ({ event }) => <code>{event.event}</code>, width: "minmax(16ch, 0.6fr)" },
    { title: live.about, cell: ({ event }) => subjectOf(event), width: "minmax(20ch, 2fr)" },
  ];
  const list = {
    ...{ rows: events, error: null, hasMore: false, isLoadingMore: false },
    loadMore: () => {},
    reload: () => {},
  };
  return (
    <section className="section">
      <h2>{live.events}</h2>
      <RecordTable
        label={live.events}
        list={list}
        columns={columns}
        keyOf={({ number }) => `${number}`}
        empty={
          <Notice kind="plain" title={live.noEvents}>
            {live.noEventsHelp}
          </Notice>
        }
      />
    </section>
  );
}
