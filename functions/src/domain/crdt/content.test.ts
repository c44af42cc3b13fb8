import { expect, test } from "@jest/globals";
import { MAX_CONTENT_BYTES, packContent, refuseOtherKind } from "./content.ts";

test("half a surrogate pair is distinguished from an escaped backslash that resembles one", () => {
  for (const data of ["\ud83d", ["a\udc00"], { "\ud83d": 1 }, { a: [{ b: "\ud83dx" }] }])
    expect(() => packContent(data)).toThrow(
      expect.objectContaining({
        code: "INVALID_ARGUMENT",
        message: expect.stringMatching(/^data\.data must be valid Unicode/),
      }),
    );
  for (const data of ["😀", "\\ud83d", { "\\udc00": ["\\\\ud83d"] }])
    expect(packContent(data)).toBe(JSON.stringify(data));
});

test("content is measured as JSON in UTF-8, and 10 MiB are accepted", () => {
  const whole = "é".repeat((MAX_CONTENT_BYTES - 2) / 2);
  expect(packContent(whole).length).toBe(whole.length + 2);
  expect(() => packContent(`${whole}x`)).toThrow(
    expect.objectContaining({
      message: "data.data must not be larger than 10485760 bytes of JSON.",
    }),
  );
});

test("an editor keeps its type and content key, and the key defaults to the stored one", () => {
  const storedKind = { type: "text", contentKey: "content" } as const;
  refuseOtherKind(storedKind, { type: "text" });
  refuseOtherKind(storedKind, { type: "text", contentKey: "content" });
  expect(() => refuseOtherKind(storedKind, { type: "map" })).toThrow(
    expect.objectContaining({ message: expect.stringMatching(/^data\.type must be `text`/) }),
  );
  expect(() => refuseOtherKind(storedKind, { type: "text", contentKey: "x" })).toThrow(
    expect.objectContaining({
      message: expect.stringMatching(/^data\.contentKey must be "content"/),
    }),
  );
});
