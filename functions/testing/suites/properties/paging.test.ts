import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { Endpoint } from "#http/endpoint";
import { endpoints } from "#src/endpoints";
import { TRAPS } from "#testing/harness/arbitraries";
import { allFeatures, exampleOf, exampleWorld, setFeatures } from "#testing/harness/example-world";
import { type World, world } from "#testing/harness/world";
import { inputSchema, sampleOf } from "#testing/suites/conformance/schema";
import type { List } from "./list.ts";
import { lists } from "./lists.ts";

const RUNS = 15;
/** A page that holds all, of every list whose pages have no fixed length. */
const LARGEST = 250;
const SEED = 20260105;
const paged = (endpoints as Endpoint[]).filter(({ input }) => {
  const { pageToken, iterator } = inputSchema(input).properties ?? {};
  return pageToken ?? iterator;
});
const PLAIN_IDS = Array.from({ length: 14 }, (_, i) => `item-${i}`);
/** Where ids are free: some with equal beginnings, of other scripts, with slashes, and names that break careless code. */
const ANY_IDS = [...TRAPS, "a", "a/", "a/b", "A", "é", "e\u0301", "Ω", "👩‍🔬", "..", "~"];

/** What happens between two pages. Inserting what is there and deleting what is not is left out. */
interface Change {
  op: "insert" | "remove";
  id: string;
  /** ms until the next one: what happens at one moment is ordered by id. */
  wait: number;
}

interface Plan {
  pageSize: number;
  /** There at first, in the order of their insertion. */
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

/** A list while items come and go. */
class Walk {
  readonly #w: World;
  readonly #list: List;
  readonly there = new Set<string>();
  /** Those that have been there since `first`. */
  readonly throughout = new Set<string>();

  /** Whether the caller chooses how long a page is. */
  readonly sized: boolean;

  constructor(w: World, list: List) {
    this.#w = w;
    this.#list = list;
    const listing = paged.find(({ path }) => path === list.path) ?? assert.fail(`${list.path} is no list with pages`);
    this.sized = inputSchema(listing.input).properties?.[list.paging?.size ?? "pageSize"] !== undefined;
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

  /** Whether an item is one of those that came here: the list may have had others. */
  concerns(id: string): boolean {
    return this.there.has(id) || PLAIN_IDS.includes(id) || ANY_IDS.includes(id);
  }

  /** Ids of one page, and the token of the next. */
  async page(pageSize: number, pageToken?: string): Promise<{ ids: string[]; next: string | undefined }> {
    const { path, query, ids, paging = { size: "pageSize", token: "pageToken" } } = this.#list;
    const result = await this.#w.ok(path, { ...query, [paging.size]: pageSize, [paging.token]: pageToken });
    const next = result.pageToken ?? result.nextPageToken ?? result.data[paging.token] ?? undefined;
    return { ids: ids(result.data), next };
  }
}

async function walkPages(list: List, { pageSize, first, changes }: Plan): Promise<void> {
  const w = await world();
  await setFeatures(w, w.tenant, allFeatures);
  const walk = new Walk(w, list);
  await walk.start(first);
  const seen: string[] = [];
  let next: string | undefined;
  for (let pages = 0; pages === 0 || next !== undefined; pages++) {
    assert.ok(pages < 60, "the pages do not end");
    const page = await walk.page(pageSize, next);
    assert.ok(!walk.sized || page.ids.length <= pageSize, `a page of ${pageSize} has ${page.ids.length} items`);
    seen.push(...page.ids);
    next = page.next;
    for (const each of changes[pages] ?? []) await walk.apply(each);
  }
  for (const id of walk.throughout)
    assert.equal(seen.filter((other) => other === id).length, 1, `${id} was there throughout; seen: ${seen}`);
  const whole = await walk.page(LARGEST);
  while (whole.next) {
    const { ids, next } = await walk.page(LARGEST, whole.next);
    whole.ids.push(...ids);
    whole.next = next;
  }
  assert.deepEqual(whole.ids.filter((id) => walk.concerns(id)).sort(), [...walk.there].sort());
}

test("every list that has pages is walked here", () => {
  const walked = new Set(lists.map(({ path }) => path));
  assert.deepEqual(
    paged.map(({ path }) => path).filter((path) => !walked.has(path)),
    [],
    "Add them to functions/testing/suites/properties/lists.ts.",
  );
  assert.deepEqual(
    [...walked].filter((path) => !paged.some((endpoint) => endpoint.path === path)),
    [],
    "These are no lists with pages.",
  );
});

for (const list of lists)
  describe(`${list.path}: ${list.of}`, () => {
    test("no item that was there throughout is skipped or repeated while others come and go between the pages", () =>
      fc.assert(
        fc.asyncProperty(plansOf(list.plainIds ? PLAIN_IDS : ANY_IDS), (plan) => walkPages(list, plan)),
        { numRuns: RUNS, seed: SEED },
      ));
  });

describe("a page token that was not given out for the query is refused, also where ids are named and there is one page", () => {
  for (const { path, input, example } of paged)
    test(path, async () => {
      const w = await exampleWorld();
      const { properties = {} } = inputSchema(input);
      const token = { [properties.pageToken ? "pageToken" : "iterator"]: "x".repeat(40) };
      const data = { ...(exampleOf({ example }, w.tenant) as object), ...token };
      const error = await w.fails(path, data);
      assert.deepEqual([error.status, error.http], ["INVALID_ARGUMENT", 400]);
      const ids = Object.entries(properties).filter(([name, { type }]) => /Ids?$/.test(name) && type === "array");
      for (const [name, schema] of ids)
        assert.equal((await w.fails(path, { ...data, [name]: [sampleOf(schema.items ?? {})] })).http, 400, name);
    });
});
