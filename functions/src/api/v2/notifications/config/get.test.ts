import { expect, test } from "@jest/globals";
import { allFeatures, setFeatures } from "#testing/harness/example-world";
import { type World, world } from "#testing/harness/world";

const path = "/v2/notifications/config/get";
const organizationId = "acme";

async function office(): Promise<World> {
  const w = await world();
  await setFeatures(w, w.tenant, allFeatures);
  const documents = [{ documentId: "plan" }, { documentId: "draft" }];
  await w.ok("/v2/organizations/documents/add", { organizationId, createOrganization: true, documents });
  return w;
}

test("settings come for each document in the requested order, then for the organization: document before organization before default", async () => {
  const w = await office();
  const set = (config: object, documentIds?: string[]) =>
    w.ok("/v2/notifications/config/set", { organizationId, userIds: ["lin"], config, documentIds });
  await set({ inbox: "MINE", email: "ALL" });
  await set({ inbox: "NONE", slack: "MINE" }, ["draft"]);
  const request = { organizationId, userId: "lin", documentIds: ["plan", "draft"] };
  const metadata = { apiKey: w.tenant.apiKeyId, organizationId, userId: "lin" };
  const expected = [
    { config: { inbox: "MINE", email: "ALL", slack: "NONE" }, metadata: { ...metadata, documentId: "plan" } },
    { config: { inbox: "NONE", email: "ALL", slack: "MINE" }, metadata: { ...metadata, documentId: "draft" } },
  ];
  expect(await w.ok(path, request)).toStrictEqual({
    status: "success",
    message: "User config fetched successfully.",
    data: expected,
  });
  const general = { config: { inbox: "MINE", email: "ALL", slack: "NONE" }, metadata };
  expect((await w.ok(path, { ...request, getOrganizationConfig: true })).data).toStrictEqual([...expected, general]);
  const alone = { organizationId, userId: "lin", getOrganizationConfig: true };
  expect((await w.ok(path, alone)).data).toStrictEqual([general]);
});

test("a user without settings has the defaults", async () => {
  const w = await office();
  const { data } = await w.ok(path, { organizationId, userId: "__proto__", documentIds: ["plan"] });
  expect(data[0].config).toStrictEqual({ inbox: "ALL", email: "MINE", slack: "NONE" });
});

test("a missing place, too many documents and an empty request are refused", async () => {
  const w = await office();
  const many = Array.from({ length: 31 }, (_, i) => `d${i}`);
  const cases: [object, string, string][] = [
    [{ documentIds: ["plan", "none"] }, "NOT_FOUND", "Document does not exist."],
    [{ organizationId: "none", documentIds: ["plan"] }, "NOT_FOUND", "Organization does not exist."],
    [{ documentIds: many }, "INVALID_ARGUMENT", "data.documentIds must have at most 30 items."],
    [{}, "INVALID_ARGUMENT", "data.documentIds is required unless getOrganizationConfig is true."],
  ];
  for (const [request, status, message] of cases) {
    const error = await w.fails(path, { organizationId, userId: "lin", ...request });
    expect([error.status, error.message]).toStrictEqual([status, message]);
  }
});

test("it is refused while the feature is off", async () => {
  const w = await world();
  const { status } = await w.fails(path, { organizationId, userId: "lin", documentIds: ["plan"] });
  expect(status).toBe("FAILED_PRECONDITION");
});
