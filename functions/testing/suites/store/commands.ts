import fc from "fast-check";
import { toPath } from "#store/paths";
import { type DocData, type Filter, type OrderBy, type Patch, type Query, REMOVE, type Value } from "#store/port";
import type { Capabilities } from "./capabilities.ts";

/** What a write requires of the document, independent of its version. */
export type Guard = "none" | "exists" | "missing" | "current" | "stale";

/** A write on one of `PLACES`. */
export interface WriteCommand {
  op: "create" | "set" | "merge" | "update" | "delete";
  place: string;
  data: Patch;
  guard: Guard;
}

/** A query below the world of a run; the run adds the path. */
export type QueryCommand = Omit<Query, "collection" | "group" | "under" | "after"> & {
  source: string;
  /** Where to start, instead of at the first document: values of the ordered fields and a document's place. */
  position?: { values: (null | boolean | number | string | { date: number })[]; place: string };
};

/** One step of a run. */
export type Command =
  | { kind: "commit"; writes: WriteCommand[] }
  | { kind: "bulk"; writes: WriteCommand[] }
  | { kind: "transact"; reads: string[]; query: QueryCommand; writes: WriteCommand[] }
  | { kind: "query"; query: QueryCommand };

/** A query with this source covers the whole collection group. */
export const GROUP = "group logs";

const place = (...segments: string[]) => toPath("worlds", "w", ...segments).slice("worlds/w/".length);

/** Paths of documents, below the world. */
export const PLACES = [
  ...["a", "b", "c", "d", "d-1", "e/f", "😀", "\uffee"].map((id) => place("items", id)),
  ...["x", "y"].map((id) => place("items", "a", "notes", id)),
  ...[place("logs", "x"), place("logs", "y"), place("items", "a", "logs", "x"), place("items", "b", "logs", "z")],
];

const few = { maxLength: 3 };

/** Random commands, each one valid for the declared indexes of the contract. */
export function commands(can: Capabilities): fc.Arbitrary<Command[]> {
  const write = writes(can);
  const query = queries(can);
  const anyWrites = fc.array(write, { minLength: 1, maxLength: 4 });
  // A commit of several writes usually names distinct documents, and occasionally one twice.
  const distinct = fc.uniqueArray(write, { minLength: 1, maxLength: 6, selector: (one) => one.place });
  const harmless = fc.uniqueArray(
    write.filter(({ op, guard }) => guard === "none" && op !== "create" && op !== "update"),
    { maxLength: 8, selector: (one) => one.place },
  );
  const command: fc.Arbitrary<Command> = fc.oneof(
    { weight: 8, arbitrary: fc.record({ kind: fc.constant("commit" as const), writes: distinct }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("commit" as const), writes: anyWrites }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("bulk" as const), writes: harmless }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant("transact" as const),
        reads: fc.array(fc.constantFrom(...PLACES), few),
        query,
        writes: fc.uniqueArray(
          write.map((one) => ({ ...one, guard: "none" as const })),
          { maxLength: 4, selector: (one) => one.place },
        ),
      }),
    },
    { weight: 8, arbitrary: fc.record({ kind: fc.constant("query" as const), query }) },
  );
  return fc.array(command, { minLength: 3, maxLength: 25, size: "max" });
}

const NUMBERS: Value[] = [-1, 0, 1, 1.5, 2];
const DATES: Value[] = [new Date(0), new Date(1)];

function texts(can: Capabilities): Value[] {
  return can.utf8Order ? ["", "a", "a\u0000", "ab", "é", "\uffee", "😀"] : ["", "a", "ab", "é"];
}

function scalars(can: Capabilities): fc.Arbitrary<Value> {
  return fc.constantFrom<Value[]>(null, true, false, ...NUMBERS, ...DATES, ...texts(can));
}

function writes(can: Capabilities): fc.Arbitrary<WriteCommand> {
  const scalar = scalars(can);
  const key = fc.constantFrom("a", "b", "c.d", "é");
  const { map } = fc.letrec<{ map: { [key: string]: Value }; inner: Value }>((tie) => ({
    map: fc.dictionary(key, tie("inner"), { maxKeys: 3 }),
    inner: can.mergeReplaces
      ? fc.oneof({ depthSize: "small" }, scalar, tie("map"), fc.array(fc.oneof(scalar, tie("map")), few))
      : fc.oneof({ depthSize: "small" }, fc.constantFrom<Value[]>(...NUMBERS, null, "a"), tie("map")),
  }));
  const sorted = {
    n: scalar,
    kind: fc.constantFrom<Value[]>("x", "y", 1, null),
    text: fc.constantFrom(...texts(can)),
  };
  const others = { tags: fc.array(scalar, { maxLength: 4 }), map, "odd.name": map };
  // If documents without an ordered field are not left out, no document may lack one.
  const data = fc.record({ ...sorted, ...others }, { requiredKeys: can.leavesOutMissing ? [] : ["n", "kind", "text"] });
  const orGone = <T>(value: fc.Arbitrary<T>) =>
    fc.oneof<[fc.Arbitrary<T | typeof REMOVE | undefined>, ...fc.Arbitrary<T | typeof REMOVE | undefined>[]]>(
      { weight: 6, arbitrary: value } as never,
      fc.constant(REMOVE),
      fc.constant(undefined),
    );
  const patched = can.leavesOutMissing
    ? { n: orGone(sorted.n), kind: orGone(sorted.kind), text: orGone(sorted.text) }
    : sorted;
  const rest = { tags: orGone(others.tags), map: orGone(others.map), "odd.name": orGone(others["odd.name"]) };
  const patch = (requiredKeys: ("n" | "kind" | "text")[]) => fc.record({ ...patched, ...rest }, { requiredKeys });
  const merge = patch(can.leavesOutMissing ? [] : ["n", "kind", "text"]);
  const of = (op: WriteCommand["op"], fields: fc.Arbitrary<DocData | Patch>) =>
    fc.record({
      op: fc.constant(op),
      place: fc.constantFrom(...PLACES),
      data: fields as fc.Arbitrary<Patch>,
      guard: fc.oneof(
        { weight: 5, arbitrary: fc.constant<Guard>("none") },
        fc.constantFrom<Guard[]>("exists", "missing", "current", "stale"),
      ),
    });
  return fc.oneof(
    { weight: 2, arbitrary: of("create", data) },
    { weight: 4, arbitrary: of("set", data) },
    { weight: 4, arbitrary: of("merge", merge) },
    { weight: 3, arbitrary: of("update", patch([])) },
    { weight: 1, arbitrary: of("delete", fc.constant({})) },
  );
}

interface Shape {
  source: string;
  where?: fc.Arbitrary<Filter[]>;
  orderBy?: OrderBy[];
}

function queries(can: Capabilities): fc.Arbitrary<QueryCommand> {
  const scalar = scalars(can);
  const operand = fc.constantFrom(...NUMBERS, ...DATES, ...texts(can));
  const equal = (field: string, value = scalar) => value.map((one): Filter[] => [{ field, op: "==", value: one }]);
  const among = (field: string, pool: Value[]) =>
    fc
      .array(fc.constantFrom(...pool), { minLength: 1, maxLength: 4 })
      .map((value): Filter[] => [{ field, op: "in", value }]);
  const contains = scalar
    .filter((one) => one !== null)
    .map((value): Filter[] => [{ field: "tags", op: "array-contains", value }]);
  const range = (field: string): fc.Arbitrary<Filter[]> =>
    fc.array(fc.record({ field: fc.constant(field), op: fc.constantFrom(...RANGES), value: operand }), {
      maxLength: 2,
    });
  const all = (...parts: fc.Arbitrary<Filter[]>[]) => fc.tuple(...parts).map((lists) => lists.flat());
  const asc = (field: string): OrderBy => ({ field, direction: "asc" });
  const desc = (field: string): OrderBy => ({ field, direction: "desc" });
  const kind = equal("kind", fc.constantFrom<Value[]>("x", "y", 1, null));
  const kinds = among("kind", can.wideIn ? ["x", "y", 1] : ["x", "y"]);
  const numbers = among("n", can.wideIn ? [...NUMBERS, ...DATES, ...texts(can), true] : NUMBERS);
  const shapes: Shape[] = [
    { source: "items" },
    { source: "items", where: equal("n") },
    { source: "items", where: numbers },
    { source: "items", where: range("n"), orderBy: [asc("n")] },
    { source: "items", where: range("n"), orderBy: [desc("n")] },
    { source: "items", where: range("text"), orderBy: [asc("text")] },
    { source: "items", where: contains },
    { source: "items", where: all(contains, range("n")), orderBy: [asc("n")] },
    { source: "items", where: all(kind, range("n")), orderBy: [asc("n")] },
    { source: "items", where: all(range("n"), kind), orderBy: [desc("n")] },
    { source: "items", where: all(kinds, range("n")), orderBy: [asc("n")] },
    { source: "items", where: all(kinds, range("n")), orderBy: [desc("n")] },
    { source: "items", where: all(kind, numbers) },
    { source: "items", where: all(kind, range("n")), orderBy: [desc("n"), asc("text")] },
    { source: "items", where: all(kinds, range("text")), orderBy: [asc("text")] },
    { source: "items", where: range("n"), orderBy: [asc("n"), desc("text")] },
    { source: place("items", "a", "notes"), where: range("n"), orderBy: [desc("n")] },
    { source: "logs", where: equal("n") },
    { source: GROUP },
    { source: GROUP, where: range("n"), orderBy: [asc("n")] },
    { source: GROUP, where: all(kind, range("n")), orderBy: [desc("n")] },
    { source: GROUP, where: all(kinds, range("n")), orderBy: [desc("n")] },
  ];
  const select = fc.subarray(["n", "tags", "map", "odd.name", "none"]);
  return fc.oneof(
    ...shapes.map(({ source, where = fc.constant([]), orderBy = [] }) => {
      const inside = PLACES.filter(
        (one) => one.startsWith(`${source}/`) && !one.slice(source.length + 1).includes("/"),
      );
      const value = scalar.map((one) => (one instanceof Date ? { date: one.getTime() } : (one as string)));
      const position = fc.record({
        values: fc.tuple(...orderBy.map(() => value)),
        place: fc.constantFrom(...inside, `${source}/bb`),
      });
      return fc.record(
        {
          source: fc.constant(source),
          where,
          orderBy: fc.constant(orderBy),
          limit: fc.integer({ min: 1, max: 4 }),
          select,
          ...(source === GROUP ? {} : { position }),
        },
        { requiredKeys: ["source", "where", "orderBy"] },
      ) as fc.Arbitrary<QueryCommand>;
    }),
  );
}

const RANGES = ["<", "<=", ">", ">="] as const;
