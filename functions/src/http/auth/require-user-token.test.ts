import { expect, test } from "@jest/globals";
import { exampleWorld } from "#testing/harness/example-world";
import { secondProcess } from "#testing/harness/processes/second-process";

const path = "/v2/presence/get";
const roadmap = { organizationId: "acme", documentId: "roadmap" };
const fromPage = { headers: { origin: "https://app.example.com" } };

test("while requireJwtToken is on, a page needs a user token, and servers are not affected", async () => {
  const w = await exampleWorld();
  const other = secondProcess(w);
  await w.ok(path, roadmap, fromPage);
  await other.ok(path, roadmap, fromPage);
  await w.ok("/v2/workspace/apikeyconfig/update", { requireJwtToken: true });
  const { status, message } = await w.fails(path, roadmap, fromPage);
  expect(status).toBe("UNAUTHENTICATED");
  expect(message).toBe(
    "This API key requires a user token for calls from browsers: send `Authorization: Bearer <user token>`.",
  );
  await w.ok(path, roadmap);
  await w.ok(path, roadmap, { ...fromPage, token: await w.token("ada") });
  await w.ok(path, roadmap, { token: await w.token("ada") });
  w.advance(60_000);
  expect((await other.fails(path, roadmap, fromPage)).status).toBe("UNAUTHENTICATED");
  await w.ok("/v2/workspace/apikeyconfig/update", { requireJwtToken: false });
  await w.ok(path, roadmap, fromPage);
});

test("an origin that is empty, `null` or repeated counts as an origin, and a caller without a token learns nothing new", async () => {
  const w = await exampleWorld();
  await w.ok("/v2/workspace/apikeyconfig/update", { requireJwtToken: true });
  for (const origin of ["", "null", ["https://a.example.com", "https://b.example.com"]])
    expect((await w.fails(path, roadmap, { headers: { origin } })).http).toBe(401);
  const { message } = await w.fails(path, roadmap, {
    headers: { ...fromPage.headers, "x-service-auth-token": "at_wrong" },
  });
  expect(message).toBe("Invalid API key or auth token.");
});
