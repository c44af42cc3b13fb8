import { expect, test } from "@jest/globals";
import {
  addDomains,
  MAX_ALLOWED_DOMAINS,
  normaliseDomain,
  normaliseDomains,
  removeDomains,
} from "./allowed-domains.ts";

const cases: [input: string, kept: string | undefined][] = [
  ["example.com", "example.com"],
  ["https://www.Example.com/path?q=1", "example.com"],
  ["http://app.example.com:3000", "app.example.com"],
  ["www.example.com.", "example.com"],
  ["*.example.com", "*.example.com"],
  ["localhost", "localhost"],
  ["127.0.0.1", "127.0.0.1"],
  ["bücher.example", "xn--bcher-kva.example"],
  ["", undefined],
  ["*", undefined],
  ["a.*.example.com", undefined],
  ["two words", undefined],
  ["ada@example.com", undefined],
  ["example.com:3000", "example.com"],
  ["ftp://a.example.com", undefined],
  ["file:///etc", undefined],
  ["http://", undefined],
  ["http:///x", undefined],
  ["[::1]:3000", "[::1]"],
  ["a_b.example.com", "a_b.example.com"],
  ["a.example,b.example", undefined],
  ["a.example;b.example", undefined],
  ["a..example", undefined],
  ["chrome-extension://abcdefghijklmnop", undefined],
];

for (const [input, domain] of cases)
  test(`the domain of "${input}" is ${domain}`, () => {
    expect(normaliseDomain(input)).toBe(domain);
  });

test("a repeated domain is stored once, and invalid text is refused with its path", () => {
  expect(normaliseDomains(["example.com", "https://www.example.com", "b.example"])).toStrictEqual([
    "example.com",
    "b.example",
  ]);
  expect(() => normaliseDomains(["example.com", "no domain"])).toThrow(
    expect.objectContaining({
      code: "INVALID_ARGUMENT",
      message: "data.allowedDomains[1] must be a domain or a URL.",
    }),
  );
});

test("domains are appended to existing ones, which are skipped", () => {
  expect(addDomains(["a.example", "b.example"], ["c.example", "a.example"])).toStrictEqual({
    allowed: ["a.example", "b.example", "c.example"],
    changed: ["c.example"],
    skipped: ["a.example"],
  });
});

test("domains are removed, and missing ones are skipped", () => {
  expect(removeDomains(["a.example", "b.example"], ["c.example", "a.example"])).toStrictEqual({
    allowed: ["b.example"],
    changed: ["a.example"],
    skipped: ["c.example"],
  });
});

test("a key has at most 500 domains, and repeated domains do not count twice", () => {
  const many = Array.from({ length: MAX_ALLOWED_DOMAINS }, (_, i) => `d${i}.example`);
  expect(addDomains(many.slice(1), ["d0.example"]).allowed.length).toBe(500);
  expect(addDomains(many, ["d0.example"]).changed).toStrictEqual([]);
  expect(() => addDomains(many, ["d0.example", "more.example"])).toThrow(
    expect.objectContaining({
      code: "RESOURCE_EXHAUSTED",
      message: "You have reached the maximum number of domains allowed for this API key (500).",
    }),
  );
});
