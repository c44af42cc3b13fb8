import { expect, test } from "@jest/globals";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { world } from "#testing/harness/world";

const path = "/v2/organizations/update";

test("fields in the request change, null removes a custom field, and a missing organization fails on its own", async () => {
  const w = await world();
  const acme = { organizationId: "acme", organizationName: "Acme", plan: "team", size: 5 };
  await w.ok("/v2/organizations/add", { organizations: [acme] });
  const organizations = [{ organizationId: "acme", organizationName: "Acme Ltd", plan: null, since: [[2001]] }];
  const answer = await w.ok(path, { organizations: [...organizations, { organizationId: "globex", plan: "x" }] });
  expect(answer).toStrictEqual({
    status: "success",
    message: "Organization(s) updated successfully.",
    data: {
      acme: { success: true, id: "acme", message: "Updated Successfully" },
      globex: { success: false, id: "globex", message: "Organization does not exist", code: "not-found" },
    },
  });
  const { data } = await w.ok("/v2/organizations/get", {});
  expect(data).toStrictEqual([{ size: 5, since: [[2001]], id: "acme", organizationName: "Acme Ltd", disabled: false }]);
});

test("too many custom fields in total fail their organization and change nothing", async () => {
  const w = await world();
  const fields = (from: number, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${from + i}`, i]));
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", ...fields(0, 30) }] });
  const organizations = [{ organizationId: "acme", organizationName: "Acme", ...fields(30, 21) }];
  const { data } = await w.ok(path, { organizations });
  expect([data.acme.success, data.acme.code]).toStrictEqual([false, "invalid-argument"]);
  const [organization] = (await w.ok("/v2/organizations/get", {})).data;
  expect([organization.organizationName, "f30" in organization]).toStrictEqual(["acme", false]);
});

test("a repeated organization is refused", async () => {
  const w = await world();
  const error = await w.fails(path, { organizations: [{ organizationId: "o" }, { organizationId: "o" }] });
  expect([error.status, error.message]).toStrictEqual([
    "INVALID_ARGUMENT",
    'data.organizations names "o" more than once.',
  ]);
});

test("each changed organization emits an event, and no other", async () => {
  const w = await world();
  const organizations = [{ organizationId: "acme", plan: "team" }, { organizationId: "globex" }];
  await w.ok("/v2/organizations/add", { organizations });
  await addEndpoint(w, "all");
  await w.ok(path, { organizations: [...organizations, { organizationId: "nobody", plan: "x" }] });
  expect(await eventsSent(w)).toStrictEqual([]);
  const globex = { organizationId: "globex", organizationName: "Globex" };
  await w.ok(path, { organizations: [{ organizationId: "acme", plan: null }, globex] });
  expect(await eventsSent(w)).toStrictEqual([
    ["organization.update", { organizationId: "acme" }],
    ["organization.update", globex],
  ]);
});

test("null removes the name: the organization is named by its id", async () => {
  const w = await world();
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
  await w.ok("/v2/organizations/update", { organizations: [{ organizationId: "acme", organizationName: null }] });
  const { data } = await w.ok("/v2/organizations/get", { organizationIds: ["acme"] });
  expect(data[0].organizationName).toBe("acme");
});
