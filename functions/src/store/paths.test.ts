import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { Id } from "#platform/shapes/fields";
import { MAX_ID_BYTES } from "#platform/shapes/limits";
import { expectWithContext } from "#testing/harness/jest/context";
import { collectionName, decodeId, encodeId, splitPath, toPath } from "./paths.ts";

/** Ids composed of parts that the codec treats specially and a few ordinary ones. */
const tricky = fc
  .array(fc.constantFrom("%", "/", ".", "_", "__", "%2F", "%25", "%5F", "%2E", "2F", "5F", "é", "👩‍🔬", " ", "a"), {
    minLength: 1,
    maxLength: 8,
  })
  .map((parts) => parts.join(""));
const ids = fc.oneof(tricky, fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }));

test("every id survives encoding and decoding, and its encoded form is legal in Firestore", () => {
  fc.assert(
    fc.property(ids, (id) => {
      const encoded = encodeId(id);
      expect(decodeId(encoded)).toBe(id);
      expectWithContext(!encoded.includes("/") && encoded !== "." && encoded !== "..", encoded).toBe(true);
      expectWithContext(encoded, encoded).not.toMatch(/^__.*__$/s);
      expect(Buffer.byteLength(encoded)).toBeLessThanOrEqual(1500);
    }),
    { numRuns: 2000 },
  );
});

test("no two ids share an encoded form", () => {
  fc.assert(
    fc.property(tricky, tricky, (a, b) => {
      expect(encodeId(a) === encodeId(b)).toBe(a === b);
    }),
    { numRuns: 2000 },
  );
  const idByEncoding = new Map<string, string>();
  const parts = ["%", "/", ".", "_", "25", "2F", "5F", "2E"];
  for (const a of ["", ...parts])
    for (const b of ["", ...parts])
      for (const c of ["", ...parts])
        for (const d of parts) {
          const id = a + b + c + d;
          const encoded = encodeId(id);
          expectWithContext(
            idByEncoding.get(encoded) ?? id,
            `${id} and ${idByEncoding.get(encoded)} are both ${encoded}`,
          ).toBe(id);
          idByEncoding.set(encoded, id);
        }
});

test("the longest id, even if every byte is encoded as three, stays within Firestore's 1,500 bytes", () => {
  for (const id of ["/".repeat(MAX_ID_BYTES), "%".repeat(MAX_ID_BYTES), "é".repeat(MAX_ID_BYTES / 2)]) {
    expect(Buffer.byteLength(encodeId(id))).toBeLessThanOrEqual(1500);
    expect(decodeId(encodeId(id))).toBe(id);
    expect(() => encodeId(`${id}a`)).toThrow(
      expect.objectContaining({ code: "INVALID_ARGUMENT", message: expect.stringMatching(/longer than 500 bytes/) }),
    );
  }
});

test("an id that is empty or not valid Unicode is refused", () => {
  expect(() => encodeId("")).toThrow(
    expect.objectContaining({ code: "INVALID_ARGUMENT", message: "An id must not be empty." }),
  );
  for (const id of ["\ud800", "a\udc00b"])
    expect(() => encodeId(id)).toThrow(
      expect.objectContaining({ code: "INVALID_ARGUMENT", message: "An id must be valid Unicode text." }),
    );
});

test("every id that a request accepts can be encoded", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 600 }), (text) => {
      if (Id.safeParse(text).success) expect(decodeId(encodeId(text))).toBe(text);
    }),
  );
});

test("a path keeps collection names and encodes ids, so no id can reach into another collection", () => {
  expect(toPath("apiKeys", "ak_1", "organizations", "a/users/b")).toBe("apiKeys/ak_1/organizations/a%2Fusers%2Fb");
  expect(toPath("apiKeys", "..", "organizations")).toBe("apiKeys/%2E./organizations");
  expect(splitPath("apiKeys/ak_1/organizations/acme")).toStrictEqual({
    collection: "apiKeys/ak_1/organizations",
    id: "acme",
  });
  expect(collectionName("apiKeys/ak_1/organizations")).toBe("organizations");
});
