import { expect, test } from "@jest/globals";
import { addDocuments } from "#testing/fixtures/documents/documents";
import { organizationOf } from "#testing/fixtures/documents/folder-tree";
import { allFeatures, setFeatures } from "#testing/harness/example-world";
import { reading, testRoundTrip } from "#testing/harness/properties/round-trip";
import { dumpBelow } from "#testing/harness/store/store-dump";
import { type World, world } from "#testing/harness/world";

const path = "/v2/notifications/config/set";
const organizationId = "acme";
const message = "User config set successfully.";

/** An organization with 30 documents, and the feature on. */
async function office(): Promise<{ w: World; documentIds: string[] }> {
  const w = await world();
  await setFeatures(w, w.tenant, allFeatures);
  const documentIds = Array.from({ length: 30 }, (_, i) => `d${i}`);
  const documents = documentIds.map((documentId) => ({ documentId }));
  await w.ok("/v2/organizations/documents/add", { organizationId, createOrganization: true, documents });
  return { w, documentIds };
}

/** The number of configs in the organization, its own and those of its documents. */
async function countConfigs(w: World): Promise<number> {
  const paths = Object.keys(await dumpBelow(w.context.store, organizationOf(w)));
  return paths.filter((at) => at.includes("/notificationPreferences/")).length;
}

/** The settings of a user: for each document, then for the organization. */
async function configs(w: World, userId: string, documentIds?: string[]): Promise<object[]> {
  const request = { organizationId, userId, documentIds, getOrganizationConfig: true };
  const { data } = await w.ok("/v2/notifications/config/get", request);
  return data.map(({ config }: { config: object }) => config);
}

test("without documents the config is set for the organization, with documents for each of them", async () => {
  const { w } = await office();
  const config = { inbox: "MINE", email: "NONE", slack: "ALL" };
  expect(await w.ok(path, { organizationId, userIds: ["lin", "ada"], config })).toStrictEqual({
    status: "success",
    message,
    data: {
      lin: { success: true, userId: "lin", documentId: null, message },
      ada: { success: true, userId: "ada", documentId: null, message },
    },
  });
  const { data } = await w.ok(path, {
    organizationId,
    documentIds: ["d0"],
    userIds: ["lin"],
    config: { inbox: "NONE" },
  });
  expect(data).toStrictEqual({ lin: { success: true, userId: "lin", documentId: "d0", message } });
  expect(await configs(w, "lin", ["d0", "d1"])).toStrictEqual([{ ...config, inbox: "NONE" }, config, config]);
  expect(await configs(w, "ada", ["d0"])).toStrictEqual([config, config]);
});

test("channels that are not sent stay as they were, also under concurrent calls", async () => {
  const { w } = await office();
  const parts = [{ inbox: "NONE" }, { email: "ALL" }, { slack: "MINE" }];
  await Promise.all(parts.map((config) => w.ok(path, { organizationId, userIds: ["lin"], config })));
  expect(await configs(w, "lin")).toStrictEqual([{ inbox: "NONE", email: "ALL", slack: "MINE" }]);
});

test("null takes the choice for a channel away: what the organization or the default says applies again", async () => {
  const { w } = await office();
  const lin = { organizationId, userIds: ["lin"] };
  await w.ok(path, { ...lin, config: { inbox: "MINE", email: "ALL" } });
  await w.ok(path, { ...lin, documentIds: ["d0"], config: { inbox: "NONE", email: "NONE", slack: "ALL" } });
  await w.ok(path, { ...lin, documentIds: ["d0"], config: { inbox: null, email: null } });
  const own = { inbox: "MINE", email: "ALL", slack: "NONE" };
  expect(await configs(w, "lin", ["d0"])).toStrictEqual([{ ...own, slack: "ALL" }, own]);
  await w.ok("/v1/notifications/config/set", { ...lin, documentIds: ["d0"], config: { slack: null } });
  await w.ok(path, { ...lin, config: { inbox: null } });
  const afterwards = { ...own, inbox: "ALL" };
  expect(await configs(w, "lin", ["d0"])).toStrictEqual([afterwards, afterwards]);
});

test("30 documents and 500 users are set in one call", async () => {
  const { w, documentIds } = await office();
  const userIds = Array.from({ length: 500 }, (_, i) => `u${i}`);
  const { data } = await w.ok(path, { organizationId, documentIds, userIds, config: { inbox: "MINE" } });
  expect(Object.keys(data).sort()).toStrictEqual(userIds.toSorted());
  const all = await countConfigs(w);
  expect(all).toBe(15_000);
  expect(await configs(w, "u499", ["d29"])).toStrictEqual([
    { inbox: "MINE", email: "MINE", slack: "NONE" },
    { inbox: "ALL", email: "MINE", slack: "NONE" },
  ]);
});

test("a user named __proto__ or constructor has settings like any other", async () => {
  const { w } = await office();
  const userIds = ["__proto__", "constructor"];
  const { data } = await w.ok(path, { organizationId, documentIds: ["d0"], userIds, config: { inbox: "NONE" } });
  expect(Object.keys(data).sort()).toStrictEqual(userIds);
  expect(((await configs(w, "__proto__", ["d0"]))[0] as { inbox: string }).inbox).toStrictEqual("NONE");
});

test("invalid fields are refused by name, and nothing is stored", async () => {
  const { w, documentIds } = await office();
  const base = { organizationId, userIds: ["lin"], config: { inbox: "ALL" } };
  const cases: [object, string, string][] = [
    [{ ...base, organizationId: "none" }, "NOT_FOUND", "Organization does not exist."],
    [{ ...base, documentIds: ["d0", "none"] }, "NOT_FOUND", "Document does not exist."],
    [
      { ...base, documentIds: [...documentIds, "more"] },
      "INVALID_ARGUMENT",
      "data.documentIds must have at most 30 items.",
    ],
    [{ ...base, documentIds: ["d0", "d0"] }, "INVALID_ARGUMENT", 'data.documentIds names "d0" more than once.'],
    [{ ...base, userIds: ["lin", "lin"] }, "INVALID_ARGUMENT", 'data.userIds names "lin" more than once.'],
    [
      { ...base, config: { inbox: "SOME" } },
      "INVALID_ARGUMENT",
      "data.config.inbox must be one of `ALL`, `MINE`, `NONE`.",
    ],
    [{ ...base, config: {} }, "INVALID_ARGUMENT", "data.config must set `inbox`, `email` or `slack`."],
  ];
  for (const [request, status, expected] of cases) {
    const error = await w.fails(path, request);
    expect([error.status, error.message]).toStrictEqual([status, expected]);
  }
  expect(await countConfigs(w)).toBe(0);
});

test("it is refused while the feature is off", async () => {
  const w = await world();
  const { status } = await w.fails(path, { organizationId, userIds: ["lin"], config: { inbox: "ALL" } });
  expect(status).toBe("FAILED_PRECONDITION");
});

for (const [of, place] of [
  ["an organization", {}],
  ["a document", { documentIds: ["plan"] }],
] as const)
  testRoundTrip(path, `the notification settings of a user for ${of}`, {
    beside: { organizationId: "acme", userIds: ["lin"], documentIds: undefined, ...place },
    fit: ({ config }) => ({ config: { inbox: "MINE", ...config } }),
    before: (w) => addDocuments(w, ["plan"]),
    read: reading("/v2/notifications/config/get", {
      organizationId: "acme",
      userId: "lin",
      ...place,
      getOrganizationConfig: !("documentIds" in place),
    }),
    owned: ["metadata"],
    nullRemoves: true,
  });
