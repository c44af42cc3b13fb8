// biome-ignore-all lint/a11y/useSemanticElements: some browsers do not treat absolutely positioned rows as table rows.
// biome-ignore-all lint/a11y/useFocusableInteractive: the table is only read; the controls in its cells are focusable.
import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, type ReactNode, useEffect, useRef } from "react";
import { ErrorPanel } from "../components/error-panel.tsx";
import { Loading } from "../components/loading.tsx";
import { ScrollRegion } from "../components/scroll-region.tsx";
import { useLanguage } from "../texts/texts.tsx";
import type { List } from "./use-list.ts";

/** Height of a row, px. */
const ROW = 40;
/** Number of rows before the end at which more are fetched. */
const AHEAD = 20;

/** A column of a table. */
export interface Column<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  /** Its width as a CSS grid track. Default: an equal share, at least 8 characters. */
  width?: string;
  /** Whether it stays in view while the table is scrolled sideways. Only for the last column. */
  isPinned?: boolean;
}

/** What a table shows. */
export interface DataTableProps<Row> {
  /** Names the table for screen readers. */
  label: string;
  list: List<Row>;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  /** Shown if there are no rows: why, and what to do. */
  empty: ReactNode;
}

/** A table of any length: it renders only the rows in view, and loads more when their end is near. */
export function DataTable<Row>({ label, list, columns, keyOf, empty }: DataTableProps<Row>) {
  const { language, texts } = useLanguage();
  const { rows, error, hasMore, isLoadingMore, loadMore, reload } = list;
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: rows?.length ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  const isNearEnd = rows !== undefined && last >= rows.length - AHEAD;
  useEffect(() => {
    if (isNearEnd && hasMore && !isLoadingMore && !error) loadMore();
  }, [isNearEnd, hasMore, isLoadingMore, error, loadMore]);
  const failure = error && <ErrorPanel error={error} onRetry={reload} />;
  if (!rows) return failure ?? <Loading />;
  if (rows.length === 0 && !hasMore) return failure ?? empty;
  const tracks = { gridTemplateColumns: columns.map(({ width = "minmax(8ch, 1fr)" }) => width).join(" ") };
  const count = new Intl.NumberFormat(language).format(rows.length);
  return (
    <>
      <ScrollRegion className="table-scroller" ref={scroller} label={label}>
        <div className="table" role="table" aria-label={label} aria-rowcount={hasMore ? -1 : rows.length + 1}>
          <div className="table-top" role="rowgroup">
            <div className="table-row table-head" role="row" aria-rowindex={1} style={tracks}>
              {columns.map(({ title, isPinned }) => (
                <div key={title} role="columnheader" className={isPinned ? "pinned" : undefined}>
                  {title}
                </div>
              ))}
            </div>
          </div>
          <div className="table-rows" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
            {items.map(({ index, start }) => {
              const row = rows[index];
              if (row === undefined) return null;
              const place: CSSProperties = { ...tracks, height: ROW, transform: `translateY(${start}px)` };
              return (
                <div key={keyOf(row)} className="table-row" role="row" aria-rowindex={index + 2} style={place}>
                  {columns.map(({ title, cell, isPinned }) => (
                    <div key={title} role="cell" className={isPinned ? "pinned" : undefined}>
                      {cell(row)}
                    </div>
                  ))}
                </div>
              );
            })}
          </div>
        </div>
      </ScrollRegion>
      <p className="quiet table-count" role="status">
        {hasMore ? texts.common.moreRows(count) : texts.common.rows(count)}
        {isLoadingMore && rows.length < AHEAD && ` · ${texts.common.loading}`}
      </p>
      {failure}
    </>
  );
}
