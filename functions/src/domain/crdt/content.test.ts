import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_CONTENT_BYTES, packContent, refuseOtherKind } from "./content.ts";

test("half a surrogate pair is told from a backslash that looks like one", () => {
  for (const data of ["\ud83d", ["a\udc00"], { "\ud83d": 1 }, { a: [{ b: "\ud83dx" }] }])
    assert.throws(() => packContent(data), { code: "INVALID_ARGUMENT", message: /^data\.data must be valid Unicode/ });
  for (const data of ["😀", "\\ud83d", { "\\udc00": ["\\\\ud83d"] }])
    assert.equal(packContent(data), JSON.stringify(data));
});

test("content is measured as JSON in UTF-8, and 10 MiB are taken", () => {
  const whole = "é".repeat((MAX_CONTENT_BYTES - 2) / 2);
  assert.equal(packContent(whole).length, whole.length + 2);
  assert.throws(() => packContent(`${whole}x`), {
    message: "data.data must not be larger than 10485760 bytes of JSON.",
  });
});

test("an editor keeps its type and content key; a key that is not given is the one it has", () => {
  const stored = { type: "text", contentKey: "content" } as const;
  refuseOtherKind(stored, { type: "text" });
  refuseOtherKind(stored, { type: "text", contentKey: "content" });
  assert.throws(() => refuseOtherKind(stored, { type: "map" }), { message: /^data\.type must be `text`/ });
  assert.throws(() => refuseOtherKind(stored, { type: "text", contentKey: "x" }), {
    message: /^data\.contentKey must be "content"/,
  });
});
