import type { Firestore } from "firebase-admin/firestore";
import { toQuery } from "#store/firestore/query";
import type { Query } from "#store/port";
import type { WireQuery } from "./query-indexes.ts";

/** The query as Firestore gets it from the client. */
export function onWire(firestore: Firestore, query: Query): WireQuery {
  const client = toQuery(firestore, query) as unknown as { toProto(): { structuredQuery: WireQuery } };
  return client.toProto().structuredQuery;
}
