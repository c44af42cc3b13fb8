import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { Endpoint } from "#http/endpoint";
import { endpoints } from "#src/endpoints";
import { type Making, valuesOf } from "#testing/harness/arbitraries";
import { allFeatures, setFeatures } from "#testing/harness/example-world";
import { type World, world } from "#testing/harness/world";
import { inputSchema, type JsonSchema } from "#testing/suites/conformance/schema";
import type { RoundTrip, Written } from "./round-trip.ts";
import { notRead, roundTrips } from "./round-trips.ts";

const RUNS = 20;
const SEED = 20260105;

function endpointAt(path: string): Endpoint {
  const found = (endpoints as Endpoint[]).find((endpoint) => endpoint.path === path);
  assert.ok(found, `there is no endpoint ${path}`);
  return found;
}

/** Schema of one item, which has its id, without the fields that the table gives. */
function itemSchema({ add, list, id, beside = {} }: RoundTrip): JsonSchema {
  const whole = inputSchema(endpointAt(add).input);
  const schema = list ? (whole.properties?.[list]?.items ?? assert.fail(`${add} has no list ${list}`)) : whole;
  const isFree = (name: string) => list !== undefined || !(name in beside);
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => isFree(name));
  const required = [...(schema.required ?? []).filter(isFree), ...(id === undefined ? [] : [id])];
  return { ...schema, ...(schema.properties && { properties: Object.fromEntries(fields), required }) };
}

/** One to three items, or one where the endpoint takes no list. */
function itemsOf(row: RoundTrip, optional: Making["optional"]): fc.Arbitrary<Written[]> {
  const { fields = {}, list = "", id, fit = (item) => item } = row;
  const making: Making = { optional, override: (name) => (Object.hasOwn(fields, name) ? fields[name] : undefined) };
  // As on the wire: what is undefined is not there.
  const item = valuesOf(itemSchema(row), making, list).map((value) => JSON.parse(JSON.stringify(fit(value))));
  const selector = (value: Written) => (id === undefined ? value : value[id]);
  return fc.uniqueArray(item, { minLength: 1, maxLength: list ? 3 : 1, selector });
}

async function write(w: World, { add, list, beside }: RoundTrip, items: Written[]): Promise<void> {
  const { data } = await w.ok(add, list ? { ...beside, [list]: items } : { ...beside, ...items[0] });
  const failed = Object.values(data ?? {}).filter((outcome) => (outcome as Written)?.success === false);
  assert.deepEqual(failed, [], "an item was refused");
  await w.drain();
}

const isRecord = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

/** The item less some of its fields. */
function without(item: Written, names: string[] = []): Written {
  if (!isRecord(item)) return item;
  return Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)));
}

/** An item as it must be when it is read. */
function expected(
  { id, readId = id, toRead = (item) => item, unread }: RoundTrip,
  written: Written,
  w: World,
): Written {
  const item = toRead(written, w);
  if (id === undefined || readId === undefined) return item;
  const { [id]: itemId, ...rest } = without(item, unread);
  return { ...rest, [readId]: itemId };
}

test("everything that can be made is in the table, or stands beside it with the reason", () => {
  const makes = /\/(add|create|set|broadcast)$|config\/update$/;
  const made = (endpoints as Endpoint[])
    .map(({ path }) => path)
    .filter((path) => /^\/v2/.test(path) && makes.test(path));
  const known = new Set([...roundTrips.map(({ add }) => add), ...Object.keys(notRead)]);
  assert.deepEqual(
    made.filter((path) => !known.has(path)),
    [],
    "Add them to functions/testing/suites/properties/round-trips.ts.",
  );
});

for (const row of roundTrips)
  describe(row.resource, () => {
    /** Pairs of what was written and what is read. */
    async function roundTrip(items: Written[]): Promise<[wanted: Written, found: Written][]> {
      const w = await world();
      await setFeatures(w, w.tenant, allFeatures);
      await row.before?.(w, items);
      await write(w, row, items);
      const read: Written[] = await row.read(w, items);
      const readId = row.readId ?? row.id;
      const byId = new Map(read.map((item) => [readId === undefined ? item : item[readId], item]));
      assert.equal(read.length, items.length, `${items.length} were written, ${read.length} read`);
      return items.map((item) => {
        const wanted = expected(row, item, w);
        return [wanted, row.list ? byId.get(readId === undefined ? wanted : wanted[readId]) : read[0]];
      });
    }

    test("what is written with every optional field set comes back equal", () =>
      fc.assert(
        fc.asyncProperty(itemsOf(row, "all"), async (items) => {
          for (const [wanted, found] of await roundTrip(items)) assert.deepEqual(without(found, row.owned), wanted);
        }),
        { numRuns: RUNS, seed: SEED },
      ));

    test("what is written with some of the optional fields comes back with their values", () =>
      fc.assert(
        fc.asyncProperty(itemsOf(row, "some"), async (items) => {
          for (const [wanted, found] of await roundTrip(items)) assert.partialDeepStrictEqual(found, wanted);
        }),
        { numRuns: RUNS, seed: SEED },
      ));
  });
