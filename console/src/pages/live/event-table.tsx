import type { ReactNode } from "react";
import { Time } from "../../components/time.tsx";
import { completeList } from "../../lists/complete-list.ts";
import type { Column } from "../../lists/data-table.tsx";
import { RecordTable } from "../../lists/record-table.tsx";
import { useTexts } from "../../texts/texts.tsx";
import { subjectOf } from "./stream-items.ts";
import type { ArrivedEvent } from "./stream-state.ts";

interface EventTableProps {
  title: string;
  events: readonly ArrivedEvent[];
  /** Shown if there are no events. */
  empty: ReactNode;
}

/** Events of a stream, newest first. */
export function EventTable({ title, events, empty }: EventTableProps) {
  const { live, common } = useTexts();
  const columns: Column<ArrivedEvent>[] = [
    { title: common.time, cell: ({ at }) => <Time at={at} isExact />, width: "24ch" },
    { title: common.type, cell: ({ event }) => <code>{event.event}</code>, width: "minmax(16ch, 0.6fr)" },
    { title: live.about, cell: ({ event }) => subjectOf(event), width: "minmax(20ch, 2fr)" },
  ];
  return (
    <section className="section">
      <h2>{title}</h2>
      <RecordTable
        label={title}
        list={completeList(events)}
        columns={columns}
        keyOf={({ number }) => `${number}`}
        empty={empty}
      />
    </section>
  );
}
