import type { StoredGrant, StoredUser } from "@atrium/functions/domain/organizations/store/members";
import type { Place } from "@atrium/functions/domain/organizations/store/organizations";
import type { StoreReader } from "@atrium/functions/store/port";
import { type OutputRecord, pages, toRecord } from "./output-record.ts";

/** Members and grants of the organization, folder or document at the path. */
export async function* exportPeople(reader: StoreReader, path: string, place: Place): AsyncGenerator<OutputRecord> {
  for await (const { id, data } of pages<StoredUser>(reader, { collection: `${path}/users` })) {
    const { name, email, initial, accessRole, lastUpdated, open } = data;
    yield toRecord("user", { ...place, userId: id, name, email, initial, accessRole, lastUpdated }, open);
  }
  for await (const { id, data } of pages<StoredGrant>(reader, { collection: `${path}/grants` })) {
    const { accessRole, expiresAt, createdAt } = data;
    yield toRecord("grant", { ...place, userId: id, accessRole, expiresAt, createdAt });
  }
}
