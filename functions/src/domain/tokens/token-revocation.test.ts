import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { timeOrderedId } from "#platform/crypto/base62";
import { shortHash } from "#platform/crypto/short-hash";
import { isRevoked, newTokenId, userOfTokenId, validResources } from "./token-revocation.ts";

const idAt = (ms: number, userId = "ada") => newTokenId((prefix) => `${prefix}_${timeOrderedId(ms)}`, userId);
const issued = (ms: number) => ({ tokenId: idAt(ms), issuedAt: Math.floor(ms / 1000) });

test("the id of a token holds its user and its time of issue, to the millisecond", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 2 ** 42 }), (userId, ms) => {
      const token = { tokenId: idAt(ms, userId), issuedAt: Math.floor(ms / 1000) };
      expect(userOfTokenId(token.tokenId)).toBe(shortHash(userId));
      expect(isRevoked({ refusedUntil: ms }, token)).toBe(true);
      expect(isRevoked({ refusedUntil: ms - 1 }, token)).toBe(false);
    }),
  );
});

test("an id of another form belongs to no user, and the age of its token is taken from the claim", () => {
  for (const tokenId of ["", "tok_1", `${idAt(5)}x`, "__proto__", idAt(5).replace("tok", "ann")])
    expect(userOfTokenId(tokenId)).toBeUndefined();
  expect(isRevoked({ refusedUntil: 5000 }, { tokenId: "other", issuedAt: 5 })).toBe(true);
  expect(isRevoked({ refusedUntil: 4999 }, { tokenId: "other", issuedAt: 5 })).toBe(false);
  expect(isRevoked({ tokens: {} }, { tokenId: "__proto__", issuedAt: 5 })).toBe(false);
});

test("a removed membership or permission revokes the tokens issued before, for that organization", () => {
  const resources = [
    { type: "organization" as const, id: "acme" },
    { type: "folder" as const, id: "f", organizationId: "acme" },
    { type: "document" as const, id: "acme", organizationId: "globex" },
  ].map((resource) => ({ ...resource, accessRole: "editor" as const }));
  const withdrawn = { [shortHash("acme")]: 7000 };
  expect(validResources({ withdrawn }, { ...issued(7000), resources })).toStrictEqual(resources.slice(2));
  expect(validResources({ withdrawn }, { ...issued(7001), resources })).toStrictEqual(resources);
  expect(validResources({}, { ...issued(1), resources })).toStrictEqual(resources);
});
