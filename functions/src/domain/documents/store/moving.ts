import type { Moving, Place, StoredOrganization } from "#domain/organizations/store/organizations";
import type { KeyCall } from "#src/call";
import { beingMigrated } from "#src/errors";
import type { Doc, DocData, Filter, Query, QueryResult, StoreReader } from "#store/port";
import { documentBelow } from "./documents.ts";
import { type FoundPlace, loadPlace } from "./places.ts";

/**
 * Reads lists of an organization and its place in one round trip. While documents of it move to other ids there are two
 * copies of what is below them, and what is beside them names the one id or the other: then it is read once more, in the
 * light of what the organization says of them.
 * @throws ApiError NOT_FOUND when the place is not there.
 */
export async function readLists<T>(call: KeyCall, place: Place, read: (reader: StoreReader) => Promise<T>): Promise<T> {
  const [{ organization }, lists] = await Promise.all([loadPlace(call.store, call, place), read(call.store)]);
  return organization?.data.moving ? read(new MigrationAwareReader(call.store, organization)) : lists;
}

/** The id of a document by now, where it has moved since somebody named it. @throws ApiError ABORTED while it moves. */
export function settledId(organization: FoundPlace["organization"], documentId: string): string {
  const moving = organization?.data.moving?.find(({ from }) => from === documentId);
  if (moving?.stage === "moving") throw beingMigrated();
  return moving?.stage === "moved" ? moving.to : documentId;
}

/** Shows each document that moves at one of its ids, with all that it has: at the old one until it has moved. */
class MigrationAwareReader implements StoreReader {
  readonly #reader: StoreReader;
  readonly #hidden: string[];
  readonly #renamed: readonly Moving[];

  constructor(reader: StoreReader, { path, data: { moving = [] } }: Doc<StoredOrganization>) {
    this.#reader = reader;
    this.#hidden = moving.map(({ from, to, stage }) => `${documentBelow(path, stage === "moved" ? from : to)}/`);
    this.#renamed = moving.filter(({ stage }) => stage !== "moved");
  }

  async get<T extends DocData>(path: string): Promise<Doc<T> | undefined> {
    return this.#settled(await this.#reader.get<T>(path));
  }

  async getMany<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]> {
    return (await this.#reader.getMany<T>(paths)).map((doc) => this.#settled(doc));
  }

  async query<T extends DocData>(query: Query): Promise<QueryResult<T>> {
    const where = query.where?.map((filter) => this.#filter(filter));
    const { docs, cursor } = await this.#reader.query<T>({ ...query, ...(where && { where }) });
    const shown = docs.map((doc) => this.#settled(doc)).filter((doc) => doc !== undefined);
    return { docs: shown, ...(cursor && { cursor }) };
  }

  #settled<T extends DocData>(doc: Doc<T> | undefined): Doc<T> | undefined {
    if (!doc || this.#hidden.some((below) => doc.path.startsWith(below))) return undefined;
    const moving = this.#renamed.find(({ to }) => to === doc.data.documentId);
    return moving ? { ...doc, data: { ...doc.data, documentId: moving.from } } : doc;
  }

  #filter(filter: Filter): Filter {
    if (filter.field !== "documentId" || filter.op !== "==") return filter;
    const moving = this.#renamed.find(({ from }) => from === filter.value);
    return moving ? { field: "documentId", op: "in", value: [moving.from, moving.to] } : filter;
  }
}
