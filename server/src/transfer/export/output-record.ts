import { unpackCustomFields } from "@atrium/functions/platform/shapes/custom-fields";
import type { Doc, DocData, Query, StoreReader } from "@atrium/functions/store/port";
import { type Kind, ownNames } from "../records.ts";

/** Documents per page. */
const PAGE = 500;

/** One line of an export. */
export type OutputRecord = { kind: Kind } & Record<string, unknown>;

/**
 * Builds a record: our own fields, then the customer's.
 * @param customFields the customer's fields; those with the same name as one of the record's own fields go into
 * `openFields`.
 */
export function toRecord(kind: Kind, own: Record<string, unknown>, customFields?: string): OutputRecord {
  const record: OutputRecord = { kind, ...own };
  if (customFields === undefined) return record;
  const names = ownNames(kind);
  const [clashing, free] = [new Map<string, unknown>(), new Map<string, unknown>()];
  for (const [name, value] of Object.entries(unpackCustomFields(customFields)))
    (names.has(name) ? clashing : free).set(name, value);
  return {
    ...record,
    ...Object.fromEntries(free),
    ...(clashing.size > 0 && { openFields: Object.fromEntries(clashing) }),
  };
}

/** Yields every document of a query that is not being deleted, reading page by page. */
export async function* pages<T extends DocData>(reader: StoreReader, query: Query): AsyncGenerator<Doc<T>> {
  for (let after: Query["after"]; ; ) {
    const { docs, cursor } = await reader.query<T>({ limit: PAGE, ...query, ...(after && { after }) });
    for (const doc of docs) if (!doc.data.deleting) yield doc;
    if (!cursor) return;
    after = cursor;
  }
}
