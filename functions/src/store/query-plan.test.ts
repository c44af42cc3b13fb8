import { expect, test } from "@jest/globals";
import type { Filter, OrderBy, Query } from "#store/port";
import { checkQuery } from "#store/query-plan";
import type { IndexFile, Tree } from "#store/tree";
import { expectWithContext } from "#testing/harness/jest/context";
import { errorThrownBy } from "#testing/harness/jest/thrown";

const tree: Tree = {
  roots: ["orgs"],
  collections: {
    orgs: { children: ["docs"], indexed: ["owner"] },
    docs: { children: ["logs", "marks"], indexed: ["folder", "folder desc", "tags contains", "size"] },
    logs: { groupUnder: "orgs", indexed: ["_under"] },
    marks: { groupUnder: "orgs" },
  },
};

const indexes: IndexFile["indexes"] = [
  {
    collectionGroup: "docs",
    queryScope: "COLLECTION",
    fields: [
      { fieldPath: "folder", order: "ASCENDING" },
      { fieldPath: "owner", order: "ASCENDING" },
      { fieldPath: "made", order: "DESCENDING" },
    ],
  },
  {
    collectionGroup: "docs",
    queryScope: "COLLECTION",
    fields: [
      { fieldPath: "tags", arrayConfig: "CONTAINS" },
      { fieldPath: "made", order: "ASCENDING" },
    ],
  },
  {
    collectionGroup: "logs",
    queryScope: "COLLECTION_GROUP",
    fields: [
      { fieldPath: "_under", order: "ASCENDING" },
      { fieldPath: "made", order: "DESCENDING" },
    ],
  },
];

const is = (field: string, value: Filter["value"] = "x"): Filter => ({
  field,
  op: "==",
  value,
});
const asc = (field: string): OrderBy => ({ field, direction: "asc" });
const desc = (field: string): OrderBy => ({ field, direction: "desc" });
const docs = (rest: Partial<Query> = {}): Query => ({ collection: "orgs/o/docs", ...rest }) as Query;
const plan = (query: Query) => checkQuery(tree, indexes, query);
const refuses = (code: string, query: Query, message = /./) =>
  expect(() => plan(query)).toThrow(expect.objectContaining({ code, message: expect.stringMatching(message) }));

test("a query without filters or orders is ordered by document id", () => {
  expect(plan(docs())).toStrictEqual({
    name: "docs",
    scope: "COLLECTION",
    fields: [],
    equalities: 0,
  });
  expect(plan({ group: "logs", under: "orgs/o" }).fields).toStrictEqual([]);
});

test("an index on a single field serves a query when the tree declares it", () => {
  const field = { field: "folder", kind: "asc" };
  expect(plan(docs({ where: [is("folder")] }))).toStrictEqual({
    name: "docs",
    scope: "COLLECTION",
    fields: [field],
    equalities: 1,
  });
  expect(plan(docs({ orderBy: [desc("folder")] })).fields).toStrictEqual([field]);
  const range = docs({
    where: [{ field: "folder", op: ">", value: 1 }],
    orderBy: [asc("folder")],
  });
  expect([plan(range).fields, plan(range).equalities]).toStrictEqual([[field], 0]);
  const contains = docs({
    where: [{ field: "tags", op: "array-contains", value: 1 }],
  });
  expect(plan(contains).fields).toStrictEqual([{ field: "tags", kind: "contains" }]);
  refuses("FAILED_PRECONDITION", docs({ where: [is("owner")] }), /"owner"/);
});

test("only the first field of the order has a range: Firestore bills the index entries of a query with two", () => {
  const from = (field: string): Filter => ({ field, op: ">=", value: 1 });
  const two = docs({ where: [from("folder"), from("size")], orderBy: [asc("folder"), asc("size")] });
  refuses("INVALID_ARGUMENT", two, /range filter on "size" must be its first order/);
});

test("a single field is served in the direction in which the tree indexes it, and in no other", () => {
  plan(docs({ orderBy: [asc("size")] }));
  refuses("FAILED_PRECONDITION", docs({ orderBy: [desc("size")] }), /"size desc"/);
  const contains: Filter = { field: "size", op: "array-contains", value: 1 };
  refuses("FAILED_PRECONDITION", docs({ where: [contains] }), /"size contains"/);
  refuses("FAILED_PRECONDITION", docs({ where: [is("tags")] }), /"tags"/);
});

test("a group can be read as a whole only if the tree indexes the document that bounds it", () => {
  refuses("FAILED_PRECONDITION", { group: "marks", under: "orgs/o" }, /"_under" among the indexed fields of "marks"/);
});

test("a composite serves its equalities in any order, then its orders with their directions", () => {
  const queryPlan = plan(docs({ where: [is("owner"), is("folder")], orderBy: [desc("made")] }));
  expect(queryPlan.fields).toStrictEqual([
    { field: "folder", kind: "asc" },
    { field: "owner", kind: "asc" },
    { field: "made", kind: "desc" },
  ]);
  expect(queryPlan.equalities).toBe(2);
  plan(
    docs({
      where: [{ field: "tags", op: "array-contains", value: 1 }],
      orderBy: [asc("made")],
    }),
  );
  expect(plan({ group: "logs", under: "orgs/o", orderBy: [desc("made")] })).toStrictEqual({
    name: "logs",
    scope: "COLLECTION_GROUP",
    fields: [{ field: "made", kind: "desc" }],
    equalities: 0,
  });
});

test("a composite whose last field descends serves no query that is ordered by id", () => {
  const where = [is("folder"), is("owner"), is("made")];
  refuses("FAILED_PRECONDITION", docs({ where }));
  expect(plan(docs({ where: where.slice(0, 2), orderBy: [desc("made")] })).equalities).toBe(2);
});

test("of two composites that differ only in their last direction, the descending one serves only queries with a single order", () => {
  const marks = (kind: "ASCENDING" | "DESCENDING"): IndexFile["indexes"][number] => ({
    collectionGroup: "marks",
    queryScope: "COLLECTION",
    fields: [
      { fieldPath: "kind", order: "ASCENDING" },
      { fieldPath: "n", order: kind },
    ],
  });
  const ordered = (rest: Partial<Query>) => ({ collection: "orgs/o/docs/d/marks", ...rest }) as Query;
  const mixed = ordered({ orderBy: [asc("kind"), desc("n")] });
  const newest = ordered({ where: [is("kind")], orderBy: [desc("n")] });
  const twins = [marks("DESCENDING"), marks("ASCENDING")];
  expect(checkQuery(tree, twins, newest).equalities).toBe(1);
  expect(checkQuery(tree, twins, ordered({ orderBy: [asc("kind"), asc("n")] })).equalities).toBe(0);
  expect(() => checkQuery(tree, twins, mixed)).toThrow(expect.objectContaining({ code: "FAILED_PRECONDITION" }));
  expect(checkQuery(tree, [marks("DESCENDING")], mixed).equalities).toBe(0);
});

test("a query without its composite is refused with an error that shows the index to add", () => {
  const suggestsIndex = (query: Query, fields: object[], scope = "COLLECTION", name = "docs") => {
    const error = errorThrownBy(() => plan(query)) as Error & { code?: string };
    expect(error.code).toBe("FAILED_PRECONDITION");
    expectWithContext(
      error.message.endsWith(
        JSON.stringify({
          collectionGroup: name,
          queryScope: scope,
          fields,
        }),
      ),
      error.message,
    ).toBe(true);
  };
  const up = (fieldPath: string) => ({ fieldPath, order: "ASCENDING" });
  const down = (fieldPath: string) => ({ fieldPath, order: "DESCENDING" });
  suggestsIndex(docs({ where: [is("folder"), is("owner")], orderBy: [asc("made")] }), [
    up("folder"),
    up("owner"),
    up("made"),
  ]);
  suggestsIndex(docs({ where: [is("folder")], orderBy: [desc("made")] }), [up("folder"), down("made")]);
  suggestsIndex(docs({ where: [is("tags")], orderBy: [asc("made")] }), [up("tags"), up("made")]);
  suggestsIndex(docs({ orderBy: [asc("folder"), desc("made")] }), [up("folder"), down("made")]);
  const group: Query = {
    group: "logs",
    under: "orgs/o",
    orderBy: [asc("made")],
  };
  suggestsIndex(group, [up("_under"), up("made")], "COLLECTION_GROUP", "logs");
  const collection: Query = {
    collection: "orgs/o/docs/d/logs",
    orderBy: [desc("made")],
  };
  refuses("FAILED_PRECONDITION", collection, /"made desc"/);
});

test("a query that Firestore refuses is refused", () => {
  const range = (field: string, value: Filter["value"] = 1): Filter => ({
    field,
    op: ">",
    value,
  });
  const contains: Filter = { field: "tags", op: "array-contains", value: 1 };
  const wrong: Partial<Query>[] = [
    { where: [range("folder")] },
    { where: [range("folder")], orderBy: [asc("made"), asc("folder")] },
    { where: [range("folder", null)], orderBy: [asc("folder")] },
    { where: [{ field: "folder", op: "in", value: [] }] },
    {
      where: [
        {
          field: "folder",
          op: "in",
          value: Array.from({ length: 31 }, (_, i) => i),
        },
      ],
    },
    { where: [{ field: "folder", op: "in", value: "x" }] },
    { where: [contains, { field: "folder", op: "in", value: [1] }] },
    { where: [is("folder"), is("folder", "y")] },
    { where: [is("folder")], orderBy: [asc("folder")] },
    { orderBy: [asc("folder"), desc("folder")] },
    { where: [is("folder", ["x"])] },
    { where: [is("folder", { a: 1 })] },
    { where: [is("folder", Number.NaN)] },
    { where: [is("folder", "\ud800")] },
    { limit: 0 },
    { limit: 1.5 },
  ];
  for (const rest of wrong) refuses("INVALID_ARGUMENT", docs(rest));
  refuses("INVALID_ARGUMENT", { collection: "orgs/o/logs" });
  refuses("INVALID_ARGUMENT", { group: "docs", under: "orgs/o" });
  refuses("INVALID_ARGUMENT", { group: "logs", under: "orgs/o/docs/d" });
  refuses("INVALID_ARGUMENT", { group: "logs", under: "orgs" });
});

test("a cursor is accepted by the query that it belongs to, and by no other", () => {
  const query = (...after: unknown[]) => docs({ orderBy: [asc("folder")], after: after as Query["after"] });
  plan(query("x", "orgs/o/docs/d"));
  plan(query({ date: 0 }, "orgs/o/docs/d"));
  plan({ group: "logs", under: "orgs/o", after: ["orgs/o/docs/d/logs/l"] });
  for (const path of ["orgs/o/docs", "orgs/o/docs/", "orgs/p/docs/d", "orgs/o/docs/d/logs/l", 1, null])
    refuses("INVALID_ARGUMENT", query("x", path));
  for (const value of [undefined, {}, { date: "x" }, { date: 1e300 }, Number.NaN, "\ud800", []])
    refuses("INVALID_ARGUMENT", query(value, "orgs/o/docs/d"));
  refuses("INVALID_ARGUMENT", query("orgs/o/docs/d"));
  refuses("INVALID_ARGUMENT", query("x", "y", "orgs/o/docs/d"));
  for (const path of ["orgs/o/docs/d/logs", "orgs/o/docs/d", "orgs/o/docs/d/logs/", "orgs/p/docs/d/logs/l"])
    refuses("INVALID_ARGUMENT", {
      group: "logs",
      under: "orgs/o",
      after: [path],
    });
});
