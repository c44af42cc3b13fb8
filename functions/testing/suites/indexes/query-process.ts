// `node functions/testing/suites/indexes/query-process.ts` runs everything that the service can do, and prints every kind of
// query that this makes as JSON, in Firestore's form.
import { Firestore } from "firebase-admin/firestore";
import type { Query } from "#store/port";
import { announceQueries } from "#testing/harness/store/watched-queries";
import type { WireQuery } from "./query-indexes.ts";
import { travel } from "./query-journeys.ts";
import { onWire } from "./query-wire.ts";

const firestore = new Firestore({ projectId: "demo-atrium" });
const kinds = new Map<string, WireQuery>();
const note = (query: Query) => {
  const collection = "group" in query ? [query.group] : query.collection.split("/").at(-1);
  const filters = query.where?.map(({ field, op }) => [field, op]);
  const kind = JSON.stringify([collection, filters, query.orderBy]);
  if (!kinds.has(kind)) kinds.set(kind, onWire(firestore, query));
};
await travel({ wrapStore: (store) => announceQueries(store, note), isImageWrapped: true });
process.stdout.write(JSON.stringify([...kinds.values()]));
