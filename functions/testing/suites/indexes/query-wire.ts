import type { Firestore } from "firebase-admin/firestore";
import { toQuery } from "#store/firestore/query";
import type { Query } from "#store/port";
import type { WireQuery } from "./query-indexes.ts";

/** The query in the form that the client sends to Firestore. */
export function onWire(firestore: Firestore, query: Query): WireQuery {
  const client = toQuery(firestore, query) as unknown as { toProto(): { structuredQuery: WireQuery } };
  return client.toProto().structuredQuery;
}
