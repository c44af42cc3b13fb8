import { expect, test } from "@jest/globals";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { world } from "#testing/harness/world";

const path = "/v2/organizations/access/disablestate/update";

test("organizations are disabled and enabled again; a missing one fails on its own and is not created", async () => {
  const w = await world();
  const organizations = [{ organizationId: "acme", organizationName: "Acme", plan: "team" }];
  await w.ok("/v2/organizations/add", { organizations });
  const answer = await w.ok(path, { organizationIds: ["acme", "nobody"], disabled: true });
  expect(answer).toStrictEqual({
    status: "success",
    message: "Updated disable state for Organization(s) successfully.",
    data: {
      acme: { success: true, id: "acme", message: "Updated disable state for organization Successfully" },
      nobody: { success: false, id: "nobody", message: "Organization does not exist", code: "not-found" },
    },
  });
  const all = async () => (await w.ok("/v2/organizations/get", {})).data;
  const acme = { plan: "team", id: "acme", organizationName: "Acme" };
  expect(await all()).toStrictEqual([{ ...acme, disabled: true }]);
  await w.ok(path, { organizationIds: ["acme"], disabled: false });
  expect(await all()).toStrictEqual([{ ...acme, disabled: false }]);
});

test("without disabled, and with a repeated id, the call is refused", async () => {
  const w = await world();
  expect((await w.fails(path, { organizationIds: ["acme"] })).message).toBe("data.disabled is required.");
  const twice = await w.fails(path, { organizationIds: ["acme", "acme"], disabled: true });
  expect(twice.message).toBe('data.organizationIds names "acme" more than once.');
});

test("each organization whose state changes emits an event, and no other", async () => {
  const w = await world();
  const acme = { organizationId: "acme", organizationName: "Acme" };
  await w.ok("/v2/organizations/add", { organizations: [acme] });
  await addEndpoint(w, "all");
  for (const disabled of [true, true, false, false])
    await w.ok(path, { organizationIds: ["acme", "nobody"], disabled });
  expect(await eventsSent(w)).toStrictEqual([
    ["organization.disable", acme],
    ["organization.enable", acme],
  ]);
});
