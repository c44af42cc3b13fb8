import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Id } from "#platform/fields";
import { MAX_ID_BYTES } from "#platform/limits";
import { collectionName, decodeId, encodeId, splitPath, toPath } from "./paths.ts";

/** Ids made of what the codec treats in a special way, and of everything else. */
const tricky = fc
  .array(fc.constantFrom("%", "/", ".", "_", "__", "%2F", "%25", "%5F", "%2E", "2F", "5F", "é", "👩‍🔬", " ", "a"), {
    minLength: 1,
    maxLength: 8,
  })
  .map((parts) => parts.join(""));
const ids = fc.oneof(tricky, fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }));

test("every id comes back, and its encoded form is one that Firestore takes", () => {
  fc.assert(
    fc.property(ids, (id) => {
      const encoded = encodeId(id);
      assert.equal(decodeId(encoded), id);
      assert.ok(!encoded.includes("/") && encoded !== "." && encoded !== "..", encoded);
      assert.ok(!/^__.*__$/s.test(encoded), encoded);
      assert.ok(Buffer.byteLength(encoded) <= 1500);
    }),
    { numRuns: 2000 },
  );
});

test("no two ids share an encoded form", () => {
  fc.assert(
    fc.property(tricky, tricky, (a, b) => {
      assert.equal(encodeId(a) === encodeId(b), a === b);
    }),
    { numRuns: 2000 },
  );
  const made = new Map<string, string>();
  const parts = ["%", "/", ".", "_", "25", "2F", "5F", "2E"];
  for (const a of ["", ...parts])
    for (const b of ["", ...parts])
      for (const c of ["", ...parts])
        for (const d of parts) {
          const id = a + b + c + d;
          const encoded = encodeId(id);
          assert.equal(made.get(encoded) ?? id, id, `${id} and ${made.get(encoded)} are both ${encoded}`);
          made.set(encoded, id);
        }
});

test("the longest id, at its worst three bytes for one, is within Firestore's 1,500", () => {
  for (const id of ["/".repeat(MAX_ID_BYTES), "%".repeat(MAX_ID_BYTES), "é".repeat(MAX_ID_BYTES / 2)]) {
    assert.ok(Buffer.byteLength(encodeId(id)) <= 1500);
    assert.equal(decodeId(encodeId(id)), id);
    assert.throws(() => encodeId(`${id}a`), { code: "INVALID_ARGUMENT", message: /longer than 500 bytes/ });
  }
});

test("an id that is empty or no valid Unicode is refused", () => {
  assert.throws(() => encodeId(""), { code: "INVALID_ARGUMENT", message: "An id must not be empty." });
  for (const id of ["\ud800", "a\udc00b"])
    assert.throws(() => encodeId(id), { code: "INVALID_ARGUMENT", message: "An id must be valid Unicode text." });
});

test("whatever passes as an id in a request can be encoded", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 600 }), (text) => {
      if (Id.safeParse(text).success) assert.equal(decodeId(encodeId(text)), text);
    }),
  );
});

test("a path keeps collection names and encodes ids, so no id can reach into another collection", () => {
  assert.equal(toPath("apiKeys", "ak_1", "organizations", "a/users/b"), "apiKeys/ak_1/organizations/a%2Fusers%2Fb");
  assert.equal(toPath("apiKeys", "..", "organizations"), "apiKeys/%2E./organizations");
  assert.deepEqual(splitPath("apiKeys/ak_1/organizations/acme"), {
    collection: "apiKeys/ak_1/organizations",
    id: "acme",
  });
  assert.equal(collectionName("apiKeys/ak_1/organizations"), "organizations");
});
