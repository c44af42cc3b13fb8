import { expect, test } from "@jest/globals";
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

test("a page token leads back to its position, whatever the ids contain", () => {
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
      expect(fromPageToken(call, query, toPageToken(call, query, cursor as Cursor))).toStrictEqual(cursor);
    }),
  );
});

test("no position gives no token, and no token gives no position", () => {
  expect(toPageToken(callOf("ak_1"), query, undefined)).toBeUndefined();
  expect(fromPageToken(callOf("ak_1"), query, undefined)).toBeUndefined();
});

test("a page token is refused for another query, another API key and another service", () => {
  const token = toPageToken(callOf("ak_1"), query, ["a"]);
  expect(() => fromPageToken(callOf("ak_1"), { ...query, folderId: "logos" }, token)).toThrow(
    expect.objectContaining(refusal),
  );
  expect(() => fromPageToken(callOf("ak_2"), query, token)).toThrow(expect.objectContaining(refusal));
  expect(() => fromPageToken(callOf("ak_1", 8), query, token)).toThrow(expect.objectContaining(refusal));
});

test("a page token that was changed or forged is refused, never trusted and never a fault", () => {
  const call = callOf("ak_1");
  const token = String(toPageToken(call, query, ["acme", "homepage"]));
  for (let i = 0; i < token.length; i++) {
    const other = token[i] === "A" ? "B" : "A";
    expect(() => fromPageToken(call, query, token.slice(0, i) + other + token.slice(i + 1))).toThrow(
      expect.objectContaining(refusal),
    );
    expect(() => fromPageToken(call, query, token.slice(0, i))).toThrow(expect.objectContaining(refusal));
  }
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      expect(() => fromPageToken(call, query, text)).toThrow(expect.objectContaining(refusal));
    }),
  );
});

test("a page token does not reveal its position, even decoded, and no two tokens are equal", () => {
  const call = callOf("ak_1");
  const tokens = Array.from({ length: 20 }, () =>
    String(toPageToken(call, query, ["secret-document", 1_767_603_600_000])),
  );
  expect(new Set(tokens).size).toBe(tokens.length);
  for (const token of tokens)
    for (const encoding of ["base64url", "latin1"] as const)
      expect(Buffer.from(token, encoding).toString("latin1")).not.toMatch(/secret|document|1767/);
});

test("a page token is short: 28 bytes in addition to its position, in base64url", () => {
  const cursor: Cursor = ["acme", "homepage"];
  const bytes = 28 + JSON.stringify(cursor).length;
  expect(toPageToken(callOf("ak_1"), query, cursor)?.length).toBe(Math.ceil((bytes * 4) / 3));
});

test("another encoding of a page token's bytes is refused", () => {
  const call = callOf("ak_1");
  const token = String(toPageToken(call, query, ["acme", "homepage"]));
  for (const other of [`${token}=`, ` ${token}`, `${token}\n`])
    expect(() => fromPageToken(call, query, other)).toThrow(expect.objectContaining(refusal));
});
