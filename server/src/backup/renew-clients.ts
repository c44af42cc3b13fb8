import { randomInt } from "node:crypto";
import type { StoredCrdt } from "@atrium/functions/domain/crdt/store/editors";
import { EMPTY_UPDATE } from "@atrium/functions/domain/crdt/store/storing";
import type { Cursor, Doc, QueryResult, Store, StoreReader } from "@atrium/functions/store/port";

/** Documents per read and per commit. */
const PAGE = 200;
/** The collections from the root down to the editors. */
const LEVELS = ["apiKeys", "organizations", "documents", "crdt"];

/**
 * Gives the service another Yjs client id in each editor of restored data. With the earlier one, its next changes would
 * get the numbers of those that it made after the backup, and which clients may still have. Yjs takes changes of the
 * same number for the same change: these clients and the service would never agree again.
 */
export async function renewClients(store: Store): Promise<void> {
  for await (const editors of editorPages(store, LEVELS))
    await store.commit(editors.map(({ path, data }) => ({ op: "update", path, data: renewed(data) })));
}

function renewed({ client, firstClient, updateBytes }: StoredCrdt): Partial<StoredCrdt> {
  // The edits of the earlier client came first in an editor that does not say whose did.
  const first = firstClient ?? (updateBytes > EMPTY_UPDATE ? client : undefined);
  return { client: randomInt(2 ** 32), ...(first !== undefined && { firstClient: first }) };
}

async function* editorPages(
  reader: StoreReader,
  [name = "", ...below]: readonly string[],
  parent = "",
): AsyncGenerator<Doc<StoredCrdt>[]> {
  const isEditor = below.length === 0;
  const query = {
    collection: `${parent}${name}`,
    limit: PAGE,
    select: isEditor ? ["client", "firstClient", "updateBytes"] : [],
  };
  let after: Cursor | undefined;
  do {
    const { docs, cursor }: QueryResult<StoredCrdt> = await reader.query<StoredCrdt>({ ...query, after });
    if (!isEditor) for (const { path } of docs) yield* editorPages(reader, below, `${path}/`);
    else if (docs.length > 0) yield docs;
    after = cursor;
  } while (after);
}
