import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { testRoundTrip } from "#testing/harness/properties/round-trip";
import { type World, world } from "#testing/harness/world";

const path = "/v2/workspace/domains/add";
const allowed = async (w: World) => (await w.ok("/v2/workspace/domains/get", {})).data.allowedDomains;

test("domains are stored without protocol and www, each once", async () => {
  const w = await world();
  const domains = ["https://www.Example.com/app", "*.example.org", "example.com", "127.0.0.1"];
  const { message, data } = await w.ok(path, { domains });
  expect(message).toBe("Domain(s) added successfully to allowed domains.");
  expect(data).toStrictEqual({ domainsAdded: ["example.com", "*.example.org", "127.0.0.1"] });
  expect(await allowed(w)).toStrictEqual(data.domainsAdded);
});

test("domains that are already allowed are skipped, and the call succeeds", async () => {
  const w = await world();
  await w.ok(path, { domains: ["a.example"] });
  const { message, data } = await w.ok(path, { domains: ["b.example", "https://a.example"] });
  expect(message).toBe("Domain(s) added successfully to allowed domains. Skipped existing domains.");
  expect(data).toStrictEqual({ domainsAdded: ["b.example"], skippedDomains: ["a.example"] });
  expect(await allowed(w)).toStrictEqual(["a.example", "b.example"]);
});

test("concurrently added domains are all kept", async () => {
  const w = await world();
  const domains = Array.from({ length: 4 }, (_, i) => `d${i}.example`);
  await Promise.all(domains.map((domain) => w.ok(path, { domains: [domain] })));
  expect((await allowed(w)).sort()).toStrictEqual(domains);
});

test("a key has at most 500 domains", async () => {
  const w = await world();
  const hundred = (from: number) => Array.from({ length: 100 }, (_, i) => `d${from + i}.example`);
  for (let from = 0; from < 500; from += 100) await w.ok(path, { domains: hundred(from) });
  const error = await w.fails(path, { domains: ["more.example"] });
  expect([error.status, error.message]).toStrictEqual([
    "RESOURCE_EXHAUSTED",
    "You have reached the maximum number of domains allowed for this API key (500).",
  ]);
  expect((await allowed(w)).length).toBe(500);
});

test("an empty list, 101 domains and an invalid domain are refused, and none is added", async () => {
  const w = await world();
  const many = Array.from({ length: 101 }, (_, i) => `d${i}.example`);
  for (const [domains, message] of [
    [undefined, "data.domains is required."],
    [[], "data.domains must not be empty."],
    [many, "data.domains must have at most 100 items."],
    [["a.example", "no domain"], "data.domains[1] must be a domain or a URL."],
  ] as const) {
    const error = await w.fails(path, { domains });
    expect([error.status, error.message]).toStrictEqual(["INVALID_ARGUMENT", message]);
  }
  const several = await w.fails(path, { domains: ["no domain", "a.example", "@"] });
  expect(several.details.issues.map((issue: { path: string }) => issue.path)).toStrictEqual([
    "data.domains[0]",
    "data.domains[2]",
  ]);
  expect(await allowed(w)).toStrictEqual([]);
});

testRoundTrip(path, "the allowed domains", {
  list: "domains",
  fields: { domains: fc.domain().filter((domain) => !domain.startsWith("www.")) },
  read: async (w) => (await w.ok("/v2/workspace/domains/get", {})).data.allowedDomains,
});
