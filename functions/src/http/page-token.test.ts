import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { KeyCall } from "#src/call";
import type { Cursor } from "#store/port";
import { fromPageToken, toPageToken } from "./page-token.ts";

const refusal = {
  code: "INVALID_ARGUMENT",
  message: "data.pageToken does not belong to this query. Leave it out to start at the first page.",
};
const query = { organizationId: "acme", folderId: "designs" };

function callOf(apiKeyId: string, secret = 7): KeyCall {
  return { apiKey: { apiKeyId }, encryptionKey: new Uint8Array(32).fill(secret) } as unknown as KeyCall;
}

test("a page token leads back to the position it was made from, whatever the ids hold", () => {
  const call = callOf("ak_1");
  const value = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.nat().map((date) => ({ date })),
  );
  fc.assert(
    fc.property(fc.array(value, { maxLength: 4 }), (cursor) => {
      assert.deepEqual(fromPageToken(call, query, toPageToken(call, query, cursor as Cursor)), cursor);
    }),
  );
});

test("there is no token without a position, and no position without a token", () => {
  assert.equal(toPageToken(callOf("ak_1"), query, undefined), undefined);
  assert.equal(fromPageToken(callOf("ak_1"), query, undefined), undefined);
});

test("a page token is refused for another query, another API key and another service", () => {
  const token = toPageToken(callOf("ak_1"), query, ["a"]);
  assert.throws(() => fromPageToken(callOf("ak_1"), { ...query, folderId: "logos" }, token), refusal);
  assert.throws(() => fromPageToken(callOf("ak_2"), query, token), refusal);
  assert.throws(() => fromPageToken(callOf("ak_1", 8), query, token), refusal);
});

test("a page token that was changed or made up is refused, never trusted and never a fault", () => {
  const call = callOf("ak_1");
  const token = String(toPageToken(call, query, ["acme", "homepage"]));
  for (let i = 0; i < token.length; i++) {
    const other = token[i] === "A" ? "B" : "A";
    assert.throws(() => fromPageToken(call, query, token.slice(0, i) + other + token.slice(i + 1)), refusal);
    assert.throws(() => fromPageToken(call, query, token.slice(0, i)), refusal);
  }
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (made) => {
      assert.throws(() => fromPageToken(call, query, made), refusal);
    }),
  );
});

test("a page token shows nothing of the position: neither as it is nor decoded, and no two are alike", () => {
  const call = callOf("ak_1");
  const tokens = Array.from({ length: 20 }, () =>
    String(toPageToken(call, query, ["secret-document", 1_767_603_600_000])),
  );
  assert.equal(new Set(tokens).size, tokens.length);
  for (const token of tokens)
    for (const encoding of ["base64url", "latin1"] as const)
      assert.doesNotMatch(Buffer.from(token, encoding).toString("latin1"), /secret|document|1767/);
});

test("a page token is short: 28 bytes in base64url beside its position", () => {
  const cursor: Cursor = ["acme", "homepage"];
  const bytes = 28 + JSON.stringify(cursor).length;
  assert.equal(toPageToken(callOf("ak_1"), query, cursor)?.length, Math.ceil((bytes * 4) / 3));
});

test("another text for the bytes of a page token is not the token", () => {
  const call = callOf("ak_1");
  const token = String(toPageToken(call, query, ["acme", "homepage"]));
  for (const other of [`${token}=`, ` ${token}`, `${token}\n`])
    assert.throws(() => fromPageToken(call, query, other), refusal);
});
