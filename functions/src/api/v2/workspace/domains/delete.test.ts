import { expect, test } from "@jest/globals";
import { changeAllowedDomains } from "#domain/workspaces/store/allowed-domains";
import { callOf } from "#testing/fixtures/webhooks/webhooks";
import { type World, world } from "#testing/harness/world";

const path = "/v2/workspace/domains/delete";
const allowed = async (w: World) => (await w.ok("/v2/workspace/domains/get", {})).data.allowedDomains;

async function withDomains(...domains: string[]) {
  const w = await world();
  await w.ok("/v2/workspace/domains/add", { domains });
  return w;
}

test("domains are removed however they are written", async () => {
  const w = await withDomains("a.example", "b.example", "*.c.example");
  const { message, data } = await w.ok(path, { domains: ["https://www.A.example/x", "*.c.example"] });
  expect(message).toBe("Domain(s) removed successfully from allowed domains.");
  expect(data).toStrictEqual({ domainsRemoved: ["a.example", "*.c.example"] });
  expect(await allowed(w)).toStrictEqual(["b.example"]);
});

test("domains that are not allowed are skipped, and the call succeeds", async () => {
  const w = await withDomains("a.example");
  const { message, data } = await w.ok(path, { domains: ["b.example", "a.example"] });
  expect(message).toBe("Domain(s) removed successfully from allowed domains. Skipped non-existing domains.");
  expect(data).toStrictEqual({ domainsRemoved: ["a.example"], skippedDomains: ["b.example"] });
  const again = await w.ok(path, { domains: ["a.example"] });
  expect(again.data).toStrictEqual({ domainsRemoved: [], skippedDomains: ["a.example"] });
  expect(await allowed(w)).toStrictEqual([]);
});

test("a stored domain that would no longer be accepted can be removed", async () => {
  const w = await withDomains("a.example");
  const former = "b.example,c.example";
  await changeAllowedDomains(await callOf(w), (allowed) => ({
    allowed: [...allowed, former],
    changed: [former],
    skipped: [],
  }));
  expect((await w.ok(path, { domains: [former] })).data).toStrictEqual({ domainsRemoved: [former] });
  expect(await allowed(w)).toStrictEqual(["a.example"]);
});

test("an invalid domain is refused, and none is removed", async () => {
  const w = await withDomains("a.example");
  const error = await w.fails(path, { domains: ["a.example", "@"] });
  expect([error.status, error.message]).toStrictEqual([
    "INVALID_ARGUMENT",
    "data.domains[1] must be a domain or a URL.",
  ]);
  expect(await allowed(w)).toStrictEqual(["a.example"]);
});
