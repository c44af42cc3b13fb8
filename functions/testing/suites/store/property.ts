import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Cursor, Doc, Precondition, Query, Store, Write } from "#store/port";
import { expectWithContext } from "#testing/harness/jest/context";
import { ALL, type Capabilities } from "./capabilities.ts";
import { type Command, commands, GROUP, type Guard, PLACES, type QueryCommand, type WriteCommand } from "./commands.ts";
import { contractTree } from "./contract-tree.ts";
import { StoreModel } from "./model.ts";

const SEED = 20260101;

/**
 * Registers the property that an adapter gives the same results as the model for every sequence of operations. The
 * sequences are the same in every run; each works below its own document, so the store may contain others.
 */
export function storeProperty(name: string, open: () => Promise<Store>, runs: number, can: Capabilities = ALL): void {
  describe(`model of the store: ${name}`, () => {
    let store: Store | undefined;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store?.close());

    test(`${runs} random sequences of operations give the same results as the model`, async () => {
      const property = fc.asyncProperty(commands(can), async (sequence) => {
        const run = new Run(store as Store);
        for (const command of sequence) await run.step(command);
      });
      await fc.assert(property, { seed: SEED, numRuns: runs });
    });
  });
}

/** One sequence, on the adapter and on the model. */
class Run {
  readonly #store: Store;
  readonly #model = new StoreModel(contractTree);
  readonly #world = `worlds/${randomUUID()}`;
  /** All versions so far of each document in the adapter, by path. */
  readonly #versions = new Map<string, string[]>();

  constructor(store: Store) {
    this.#store = store;
  }

  async step(command: Command): Promise<void> {
    if (command.kind === "query") return this.#query(command.query);
    if (command.kind === "bulk") {
      await this.#store.bulk(command.writes.map((write) => this.#write(write)));
      for (const write of command.writes) this.#model.commit([this.#write(write)]);
    } else {
      const failures = this.#model.failures(command.writes.map((write) => this.#modelWrite(write)));
      const code = await codeOf(command.kind === "commit" ? this.#commit(command.writes) : this.#transact(command));
      if (failures.size > 0)
        expectWithContext(code && failures.has(code as never), `${code} is none of ${[...failures]}`).toBeTruthy();
      else expect(code).toBeUndefined();
      if (failures.size === 0) this.#model.commit(command.writes.map((write) => this.#modelWrite(write)));
    }
    await this.#compareAll();
  }

  #commit(writes: WriteCommand[]): Promise<void> {
    return this.#store.commit(writes.map((write) => this.#write(write)));
  }

  #transact({ reads, query, writes }: Command & { kind: "transact" }): Promise<void> {
    return this.#store.transact(async (tx) => {
      const docs = await tx.getMany(reads.map((place) => this.#path(place)));
      expect(docs.map(withoutVersion)).toStrictEqual(
        reads.map((place) => withoutVersion(this.#model.get(this.#path(place)))),
      );
      const result = await tx.query(this.#toQuery({ ...query, limit: undefined }));
      expect(normal(result.docs, query)).toStrictEqual(
        normal(this.#model.query(this.#toQuery({ ...query, limit: undefined })).docs, query),
      );
      for (const command of writes) {
        const write = this.#write(command);
        if (write.op === "delete") tx.delete(write.path);
        else tx[write.op](write.path, write.data as never);
      }
    });
  }

  /** Compares every page up to the last one. */
  async #query(command: QueryCommand): Promise<void> {
    const query = this.#toQuery(command);
    const whole = this.#model.query({ ...query, limit: undefined });
    expect(await this.#store.count(query)).toBe(Math.min(whole.docs.length, query.limit ?? whole.docs.length));
    const docs: Doc[] = [];
    let position: Cursor | undefined = query.after;
    do {
      const page: Query = { ...query, after: position };
      const result = await this.#store.query(page);
      docs.push(...result.docs);
      // In a group, the adapter may return two documents that are equal in the ordered fields in either order.
      if (!("group" in query)) expect(result.cursor).toStrictEqual(this.#model.query(page).cursor);
      position = result.cursor;
    } while (position);
    expect(normal(docs, command)).toStrictEqual(normal(whole.docs, command));
  }

  async #compareAll(): Promise<void> {
    const paths = PLACES.map((place) => this.#path(place));
    const docs = await this.#store.getMany(paths);
    paths.forEach((path, i) => {
      const doc = docs[i];
      expect(withoutVersion(doc)).toStrictEqual(withoutVersion(this.#model.get(path)));
      const versions = this.#versions.get(path) ?? [];
      if (doc && versions.at(-1) !== doc.version) {
        expectWithContext(versions, "a version was repeated").not.toContain(doc.version);
        this.#versions.set(path, [...versions, doc.version]);
      }
    });
  }

  #path(place: string): string {
    return `${this.#world}/${place}`;
  }

  #write(command: WriteCommand): Write {
    const versions = this.#versions.get(this.#path(command.place)) ?? [];
    return this.#toWrite(command, guard(command.guard, versions.at(-1) ?? "1.1", versions.at(-2) ?? "1.1"));
  }

  #modelWrite(command: WriteCommand): Write {
    const version = this.#model.get(this.#path(command.place))?.version;
    return this.#toWrite(command, guard(command.guard, version ?? "none", "none"));
  }

  #toWrite({ op, place, data }: WriteCommand, precondition: Precondition | undefined): Write {
    const path = this.#path(place);
    if (op === "create") return { op, path, data: data as never };
    return op === "delete" ? { op, path, precondition } : { op, path, data: data as never, precondition };
  }

  #toQuery({ source, position, ...rest }: QueryCommand): Query {
    if (source === GROUP) return { ...rest, group: "logs", under: this.#world };
    const after = position && [...position.values, this.#path(position.place)];
    return { ...rest, after, collection: this.#path(source) };
  }
}

function guard(kind: Guard, current: string, stale: string): Precondition | undefined {
  if (kind === "none") return undefined;
  if (kind === "exists" || kind === "missing") return { exists: kind === "exists" };
  return { version: kind === "current" ? current : stale };
}

async function codeOf(pending: Promise<unknown>): Promise<string | undefined> {
  try {
    await pending;
    return undefined;
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === undefined || code === "ERR_ASSERTION") throw error;
    return code;
  }
}

function withoutVersion(doc: Doc | undefined): Omit<Doc, "version"> | undefined {
  return doc && { path: doc.path, id: doc.id, data: doc.data };
}

/** Sorts documents of a group that are equal in the ordered fields by path. */
function normal(docs: Doc[], { source, orderBy = [], select }: QueryCommand): unknown[] {
  const plain = docs.map(withoutVersion);
  if (source !== GROUP) return plain;
  // Without the ordered fields in the result, documents that are equal in them can't be recognised.
  const isKnown = !select || orderBy.every(({ field }) => select.includes(field));
  const keyOf = (doc: Omit<Doc, "version"> | undefined) =>
    isKnown ? JSON.stringify(orderBy.map(({ field }) => doc?.data[field])) : "";
  const groups: { key: string; docs: typeof plain }[] = [];
  for (const doc of plain) {
    if (groups.at(-1)?.key !== keyOf(doc)) groups.push({ key: keyOf(doc), docs: [] });
    groups.at(-1)?.docs.push(doc);
  }
  for (const group of groups) group.docs.sort((a, b) => ((a?.path ?? "") < (b?.path ?? "") ? -1 : 1));
  return groups;
}
