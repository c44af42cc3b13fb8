import type { Moving, Place, StoredOrganization } from "#domain/organizations/store/organizations";
import type { KeyCall } from "#src/call";
import { beingMigrated } from "#src/errors";
import type { Doc, DocData, Filter, Query, QueryResult, StoreReader } from "#store/port";
import { documentBelow } from "./documents.ts";
import { loadCurrentPlace, type PlaceDocs } from "./places.ts";

/**
 * Reads a place and lists of its organization in one round trip. While documents of the organization migrate to other
 * ids, there are two copies of their contents, and their dependents name either id. The lists are then read again
 * through a reader that takes the migrations into account.
 * @throws ApiError NOT_FOUND when the place does not exist.
 */
export async function readLists<T>(call: KeyCall, place: Place, read: (reader: StoreReader) => Promise<T>): Promise<T> {
  const [{ organization }, lists] = await Promise.all([loadCurrentPlace(call.store, call, place), read(call.store)]);
  return organization?.data.moving ? read(new MigrationAwareReader(call.store, organization)) : lists;
}

/** The current id of a document that may have migrated. @throws ApiError ABORTED while it migrates. */
export function currentDocumentId(organization: PlaceDocs["organization"], documentId: string): string {
  const moving = organization?.data.moving?.find(({ from }) => from === documentId);
  if (moving?.stage === "moving") throw beingMigrated();
  return moving?.stage === "moved" ? moving.to : documentId;
}

/** Shows the contents of each migrating document under one id only: the old one until the migration is complete. */
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
    return this.#translated(await this.#reader.get<T>(path));
  }

  async getMany<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]> {
    return (await this.#reader.getMany<T>(paths)).map((doc) => this.#translated(doc));
  }

  async getExisting<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]> {
    return (await this.#reader.getExisting<T>(paths)).map((doc) => this.#translated(doc));
  }

  async query<T extends DocData>(query: Query): Promise<QueryResult<T>> {
    const where = query.where?.map((filter) => this.#filter(filter));
    const { docs, cursor } = await this.#reader.query<T>({ ...query, ...(where && { where }) });
    const visible = docs.map((doc) => this.#translated(doc)).filter((doc) => doc !== undefined);
    return { docs: visible, ...(cursor && { cursor }) };
  }

  #translated<T extends DocData>(doc: Doc<T> | undefined): Doc<T> | undefined {
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
