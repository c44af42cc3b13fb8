import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { CallEndpoint } from "#http/endpoint";
import { callEndpoints } from "#src/endpoints";
import { allFeatures, setFeatures } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { ensure, fail } from "#testing/harness/jest/ensure";
import { expectPart } from "#testing/harness/jest/part";
import { tries } from "#testing/harness/store/test-store";
import { type World, world } from "#testing/harness/world";
import { inputSchema, type JsonSchema } from "#testing/suites/conformance/schema";
import { type GenerationOptions, valuesOf } from "./arbitraries.ts";

// biome-ignore lint/suspicious/noExplicitAny: resources of every shape.
export type RoundTripItem = any;

/** How written data is read back through the API. */
export interface RoundTrip {
  /** Field of the request that lists the items; omitted if the item is the request itself, without `beside`. */
  list?: string;
  /** The rest of the request. */
  beside?: object;
  /** Field with the id of an item, and its name in replies. Omitted if an item is its own id. */
  id?: string;
  readId?: string;
  /** Creates the records that the endpoint needs. */
  before?(w: World, items: RoundTripItem[]): Promise<unknown>;
  /** All existing items, in any order. */
  read(w: World, items: RoundTripItem[]): Promise<unknown[]>;
  /** Values by field name, for fields whose limits the schema can't express or that must name existing records. */
  fields?: Record<string, fc.Arbitrary<unknown>>;
  /** Turns a value of the schema into one that the service accepts. */
  fit?(item: RoundTripItem): RoundTripItem;
  /** The expected item in a reply, under its sent id, if it differs from the written one. */
  toRead?(item: RoundTripItem, w: World): RoundTripItem;
  /** Whether `null` removes a field; then no `null` is sent. */
  nullRemoves?: boolean;
  /** Fields that only the service writes. */
  owned?: string[];
  /** Fields that no endpoint reads. */
  unread?: string[];
}

const RUNS = tries(20);
const SEED = 20260105;

/**
 * Tests that data is returned as it was written. The test file beside each endpoint that creates a resource calls it,
 * or `noRoundTrip`.
 * @param resource name of the resource, for the title.
 */
export function testRoundTrip(path: string, resource: string, row: RoundTrip): void {
  describe(`${path}: ${resource}`, () => {
    test("a resource with every optional field is returned equal", () =>
      fc.assert(
        fc.asyncProperty(itemsOf(path, row, "all"), async (items) => {
          for (const [expectedItem, actualItem] of await pairs(path, row, items))
            expect(without(actualItem, row.owned)).toStrictEqual(expectedItem);
        }),
        { numRuns: RUNS, seed: SEED },
      ));

    test("a resource with some of the optional fields is returned with their values", () =>
      fc.assert(
        fc.asyncProperty(itemsOf(path, row, "some"), async (items) => {
          for (const [expectedItem, actualItem] of await pairs(path, row, items)) expectPart(actualItem, expectedItem);
        }),
        { numRuns: RUNS, seed: SEED },
      ));
  });
}

/** States why the endpoint's resource can't be read back as written. */
export function noRoundTrip(path: string, reason: string): void {
  test(`${path} has no round trip: ${reason}`, () => void endpointAt(path));
}

/** Reads all items with one call. */
export const reading = (path: string, query: object) => async (w: World) => (await w.ok(path, query)).data;

/** Reads a resource of which there is only one. */
export const readingOne = (path: string) => async (w: World) => [(await w.ok(path, {})).data];

function endpointAt(path: string): CallEndpoint {
  const callEndpoint = callEndpoints.find((endpoint) => endpoint.path === path);
  ensure(callEndpoint, `there is no endpoint ${path}`);
  return callEndpoint;
}

/** Pairs of the expected and the actual item. */
async function pairs(
  path: string,
  row: RoundTrip,
  items: RoundTripItem[],
): Promise<[expected: RoundTripItem, actual: RoundTripItem][]> {
  const w = await world();
  await setFeatures(w, w.tenant, allFeatures);
  await row.before?.(w, items);
  await write(w, path, row, items);
  const read: RoundTripItem[] = await row.read(w, items);
  const readId = row.readId ?? row.id;
  const byId = new Map(read.map((item) => [readId === undefined ? item : item[readId], item]));
  expectWithContext(read.length, `${items.length} were written, ${read.length} read`).toBe(items.length);
  return items.map((item) => {
    const expectedItem = expected(row, item, w);
    return [expectedItem, row.list ? byId.get(readId === undefined ? expectedItem : expectedItem[readId]) : read[0]];
  });
}

/** Schema of one item with its id, without the fields of the row. */
function itemSchema(path: string, { list, id, beside = {} }: RoundTrip): JsonSchema {
  const whole = inputSchema(endpointAt(path).input);
  const schema = list ? (whole.properties?.[list]?.items ?? fail(`${path} has no list ${list}`)) : whole;
  const isFree = (name: string) => list !== undefined || !(name in beside);
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => isFree(name));
  const required = [...(schema.required ?? []).filter(isFree), ...(id === undefined ? [] : [id])];
  return { ...schema, ...(schema.properties && { properties: Object.fromEntries(fields), required }) };
}

/** One to three items, or one if the endpoint accepts no list. */
function itemsOf(path: string, row: RoundTrip, optional: GenerationOptions["optional"]): fc.Arbitrary<RoundTripItem[]> {
  const { fields = {}, list = "", id, fit = (item) => item } = row;
  const making: GenerationOptions = {
    optional,
    override: (name) => (Object.hasOwn(fields, name) ? fields[name] : undefined),
  };
  // As on the wire, without undefined fields.
  const item = valuesOf(
    row.nullRemoves ? withoutNulls(itemSchema(path, row)) : itemSchema(path, row),
    making,
    list,
  ).map((value) => JSON.parse(JSON.stringify(fit(value))));
  const selector = (value: RoundTripItem) => (id === undefined ? value : value[id]);
  return fc.uniqueArray(item, { minLength: 1, maxLength: list ? 3 : 1, selector });
}

async function write(w: World, path: string, { list, beside }: RoundTrip, items: RoundTripItem[]): Promise<void> {
  const { data } = await w.ok(path, list ? { ...beside, [list]: items } : { ...beside, ...items[0] });
  const failed = Object.values(data ?? {}).filter((outcome) => (outcome as RoundTripItem)?.success === false);
  expectWithContext(failed, "an item was refused").toStrictEqual([]);
  await w.drain();
}

const isRecord = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

/** The item without some of its fields. */
function without(item: RoundTripItem, names: string[] = []): RoundTripItem {
  if (!isRecord(item)) return item;
  return Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)));
}

/** The expected item of a reply. */
function expected(
  { id, readId = id, toRead = (item) => item, unread }: RoundTrip,
  writtenItem: RoundTripItem,
  w: World,
): RoundTripItem {
  const item = toRead(writtenItem, w);
  if (id === undefined || readId === undefined) return item;
  const { [id]: itemId, ...rest } = without(item, unread);
  return { ...rest, [readId]: itemId };
}

/** The schema without `null`. */
function withoutNulls<T>(schema: T): T {
  if (typeof schema !== "object" || schema === null) return schema;
  if (Array.isArray(schema)) {
    const options = schema.filter((option) => (option as JsonSchema | null)?.type !== "null");
    return options.map(withoutNulls) as T;
  }
  return Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, withoutNulls(value)])) as T;
}
