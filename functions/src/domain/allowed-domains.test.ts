import assert from "node:assert/strict";
import { test } from "node:test";
import { normaliseDomain, normaliseDomains } from "./allowed-domains.ts";

const cases: [given: string, kept: string | undefined][] = [
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
];

for (const [given, kept] of cases)
  test(`the domain of "${given}" is ${kept}`, () => {
    assert.equal(normaliseDomain(given), kept);
  });

test("a domain that is given twice is kept once, and what is none is refused by its place", () => {
  assert.deepEqual(normaliseDomains(["example.com", "https://www.example.com", "b.example"]), [
    "example.com",
    "b.example",
  ]);
  assert.throws(() => normaliseDomains(["example.com", "no domain"]), {
    code: "INVALID_ARGUMENT",
    message: "data.allowedDomains[1] must be a domain or a URL.",
  });
});
