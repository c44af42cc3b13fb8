import { expect, test } from "@jest/globals";
import { generateSigningKey } from "#domain/tokens/user-token";
import { exampleWorld } from "#testing/harness/example-world";
import { secondProcess } from "#testing/harness/processes/second-process";
import type { World } from "#testing/harness/world";

const HOUR = 3_600_000;
const place = { organizationId: "acme", documentId: "roadmap" };

/**
 * A world that has run for two hours, and another process over its data: `w` learns of changes in `there` only by
 * reading.
 */
async function running() {
  const w = await exampleWorld();
  const token = await w.token("ada");
  w.advance(2 * HOUR);
  return { w, there: secondProcess(w), token };
}

async function statusOf(w: World, token?: string): Promise<number> {
  return (await w.request("/v2/presence/get", place, { token })).status;
}

/** Sets the clock back by an hour and lets a minute pass. */
function aMinuteOn(w: World): void {
  w.setClock(-HOUR);
  w.advance(60_000);
}

test("an auth token reset by another process is refused a minute later, though the clock was set back", async () => {
  const { w, there } = await running();
  expect(await statusOf(w)).toBe(200);
  await there.ok("/v2/workspace/authtoken/reset", { apiKey: w.tenant.apiKeyId });
  aMinuteOn(w);
  expect(await statusOf(w)).toBe(401);
});

test("a user token revoked by another process is refused a minute later, though the clock was set back", async () => {
  const { w, there, token } = await running();
  expect(await statusOf(w, token)).toBe(200);
  await there.ok("/v2/auth/tokens/revoke", { userIds: ["ada"] });
  aMinuteOn(w);
  expect(await statusOf(w, token)).toBe(401);
});

test("a user token is checked again a minute later, though the clock was set back, and expires by the clock", async () => {
  const { w, token } = await running();
  expect(await statusOf(w, token)).toBe(200);
  // From now on verification fails, which reveals whether the token is verified again.
  w.context.settings.issuer = "other";
  aMinuteOn(w);
  expect(await statusOf(w, token)).toBe(401);
});

test("a user token expires at once when the clock is set forward", async () => {
  const { w, token } = await running();
  expect(await statusOf(w, token)).toBe(200);
  w.setClock(48 * HOUR);
  expect(await statusOf(w, token)).toBe(401);
});

test("removed signing keys end their tokens a minute later, though the clock was set back", async () => {
  const { w } = await running();
  const keyStore = { keys: [await generateSigningKey("old")] };
  const here = secondProcess(w, () => keyStore.keys);
  const token = await here.token("ada");
  w.advance(2 * HOUR);
  expect(await statusOf(here, token)).toBe(200);
  keyStore.keys = [await generateSigningKey("fresh")];
  aMinuteOn(w);
  expect(await statusOf(here, token)).toBe(401);
});

test("a permission provider is asked again a minute later, though the clock was set back", async () => {
  const { w, token } = await running();
  let hasAccess = true;
  w.receivers.answer = ({ json }) => {
    const data = json.data.requests.map((question: { userId: string; resource: { id: string; type: string } }) => {
      const { id: resourceId, ...resource } = question.resource;
      return { userId: question.userId, resourceId, ...resource, hasAccess };
    });
    return { status: 200, body: JSON.stringify({ data, success: true, statusCode: 200 }) };
  };
  await w.ok("/v2/workspace/permissionproviderconfig/update", {
    usePermissionProvider: true,
    permissionProviderConfig: { permissionProviderUrl: "https://example.com/permissions", authToken: "secret-token" },
  });
  expect(await statusOf(w, token)).toBe(200);
  hasAccess = false;
  aMinuteOn(w);
  expect(await statusOf(w, token)).toBe(403);
});

test("a permission provider set by another process is asked a minute later, though the clock was set back", async () => {
  const { w, there, token } = await running();
  expect(await statusOf(w, token)).toBe(200);
  await there.ok("/v2/workspace/permissionproviderconfig/update", {
    usePermissionProvider: true,
    permissionProviderConfig: { permissionProviderUrl: "https://example.com/permissions", authToken: "secret-token" },
  });
  w.receivers.answer = () => ({ status: 500, body: "" });
  aMinuteOn(w);
  expect(await statusOf(w, token)).toBe(403);
});
