import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { callEndpoints } from "#src/endpoints";
import { allFeatures, setFeatures } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { fail } from "#testing/harness/jest/ensure";
import { tries } from "#testing/harness/store/test-store";
import { type World, world } from "#testing/harness/world";
import { inputSchema, isPaged } from "#testing/suites/conformance/schema";
import { TRAPS } from "./texts.ts";

/** How the items of one list are added and deleted. */
export interface List {
  /** The request without its paging. */
  query: object;
  /** Creates the records that the list needs. */
  before?(w: World): Promise<unknown>;
  /** Creates enough items to fill pages of a fixed length. @returns their ids. */
  crowd?(w: World): Promise<string[]>;
  /** Creates an item with this id, which may have existed before and been deleted. */
  insert(w: World, id: string): Promise<unknown>;
  /** Deletes an existing item. Omitted if such items can't be deleted. */
  remove?(w: World, id: string): Promise<unknown>;
  /** Names of its paging fields if they differ from pageSize and pageToken; the next token is then inside `data`. */
  paging?: { size: string; token: string };
  /** Ids must have only letters, digits and `-`. */
  plainIds?: true;
  /** Ids of the items of a page as they were inserted. */
  // biome-ignore lint/suspicious/noExplicitAny: pages of every shape.
  ids(data: any): string[];
}

const RUNS = tries(15);
/** A page size that holds all items, for lists whose pages have no fixed length. */
const LARGEST = 250;
const SEED = 20260105;
const PLAIN_IDS = Array.from({ length: 14 }, (_, i) => `item-${i}`);
/** Arbitrary ids: with equal prefixes, in other scripts, with slashes, and names that break careless code. */
const ANY_IDS = [...TRAPS, "a", "a/", "a/b", "A", "é", "e\u0301", "Ω", "👩‍🔬", "..", "~"];

/**
 * Tests that the pages of a list neither skip nor repeat an item that exists throughout, while others are added and
 * deleted. The test file beside each endpoint that returns a list calls it, once for each of its lists.
 * @param of which list of the endpoint it is, for the title.
 */
export function testPaging(path: string, of: string, list: List): void {
  describe(`${path}: ${of}`, () => {
    test("no item that exists throughout is skipped or repeated while others are added and deleted between the pages", () =>
      fc.assert(
        fc.asyncProperty(plansOf(list.plainIds ? PLAIN_IDS : ANY_IDS), (plan) => walkPages(path, list, plan)),
        { numRuns: RUNS, seed: SEED },
      ));
  });
}

/** Ids of a page by the name of their field. */
export const idsBy = (field: string) => (data: Record<string, string>[]) => data.map((item) => String(item[field]));

/** A change between two pages. Adding an existing item or deleting a missing one is skipped. */
interface Change {
  op: "insert" | "remove";
  id: string;
  /** ms until the next change: items created in the same millisecond are ordered by id. */
  wait: number;
}

interface Plan {
  pageSize: number;
  /** The initial items, in the order of their insertion. */
  first: string[];
  changes: Change[][];
}

const wait = fc.constantFrom(0, 1000);
const changeOf = (ids: string[]): fc.Arbitrary<Change> =>
  fc.record({
    op: fc.constantFrom("insert" as const, "remove" as const),
    id: fc.constantFrom(...ids),
    wait,
  });

const plansOf = (ids: string[]): fc.Arbitrary<Plan> =>
  fc.record({
    pageSize: fc.integer({ min: 1, max: 7 }),
    first: fc.shuffledSubarray(ids, { minLength: 4 }),
    changes: fc.array(fc.array(changeOf(ids), { maxLength: 4 }), { minLength: 1, maxLength: 8 }),
  });

/** A list that changes between its pages. */
class Walk {
  readonly #w: World;
  readonly #path: string;
  readonly #list: List;
  readonly there = new Set<string>();
  /** Items that have existed since `first`. */
  readonly throughout = new Set<string>();

  /** Whether the caller chooses the page size. */
  readonly sized: boolean;

  constructor(w: World, path: string, list: List) {
    this.#w = w;
    this.#path = path;
    this.#list = list;
    const listing = callEndpoints.find((endpoint) => endpoint.path === path && isPaged(endpoint));
    const { properties } = inputSchema((listing ?? fail(`${path} is no list with pages`)).input);
    this.sized = properties?.[list.paging?.size ?? "pageSize"] !== undefined;
  }

  async start(first: string[]): Promise<void> {
    await this.#list.before?.(this.#w);
    for (const id of (await this.#list.crowd?.(this.#w)) ?? []) {
      this.there.add(id);
      this.throughout.add(id);
    }
    for (const id of first) {
      await this.apply({ op: "insert", id, wait: id.length % 2 === 0 ? 1000 : 0 });
      this.throughout.add(id);
    }
  }

  async apply({ op, id, wait }: Change): Promise<void> {
    const { insert, remove } = this.#list;
    if (this.there.has(id) === (op === "insert") || (op === "remove" && !remove)) return;
    await (op === "insert" ? insert(this.#w, id) : remove?.(this.#w, id));
    await this.#w.drain();
    this.#w.advance(wait);
    if (op === "insert") this.there.add(id);
    else {
      this.there.delete(id);
      this.throughout.delete(id);
    }
  }

  /** Whether this test may have added the item: the list may contain others. */
  concerns(id: string): boolean {
    return this.there.has(id) || PLAIN_IDS.includes(id) || ANY_IDS.includes(id);
  }

  /** Ids of one page, and the token of the next. */
  async page(pageSize: number, pageToken?: string): Promise<{ ids: string[]; next: string | undefined }> {
    const { query, ids, paging = { size: "pageSize", token: "pageToken" } } = this.#list;
    const result = await this.#w.ok(this.#path, {
      ...query,
      ...(this.sized && { [paging.size]: pageSize }),
      [paging.token]: pageToken,
    });
    const next = result.pageToken ?? result.nextPageToken ?? result.data[paging.token] ?? undefined;
    return { ids: ids(result.data), next };
  }
}

async function walkPages(path: string, list: List, { pageSize, first, changes }: Plan): Promise<void> {
  const w = await world();
  await setFeatures(w, w.tenant, allFeatures);
  const walk = new Walk(w, path, list);
  await walk.start(first);
  const listed: string[] = [];
  let next: string | undefined;
  for (let pages = 0; pages === 0 || next !== undefined; pages++) {
    expectWithContext(pages, "the pages do not end").toBeLessThan(60);
    const page = await walk.page(pageSize, next);
    expectWithContext(
      !walk.sized || page.ids.length <= pageSize,
      `a page of ${pageSize} has ${page.ids.length} items`,
    ).toBe(true);
    listed.push(...page.ids);
    next = page.next;
    for (const each of changes[pages] ?? []) await walk.apply(each);
  }
  for (const id of walk.throughout)
    expectWithContext(
      listed.filter((other) => other === id).length,
      `${id} was there throughout; seen: ${listed}`,
    ).toBe(1);
  const whole = await walk.page(LARGEST);
  while (whole.next) {
    const { ids, next } = await walk.page(LARGEST, whole.next);
    whole.ids.push(...ids);
    whole.next = next;
  }
  expect(whole.ids.filter((id) => walk.concerns(id)).sort()).toStrictEqual([...walk.there].sort());
}
