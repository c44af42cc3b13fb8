import assert from "node:assert/strict";
import { test } from "node:test";
import { compareVersions, isNewer } from "./versions.ts";

const ordered = ["0", "1", "9", "10", "1767603600.5", "1767603600.40", "1767603600.999999999", "1767603601.0"];

test("versions order as numbers, part by part, not as text", () => {
  ordered.forEach((a, i) => {
    ordered.forEach((b, j) => {
      assert.equal(Math.sign(compareVersions(a, b)), Math.sign(i - j), `${a} and ${b}`);
    });
  });
});

test("what has a later version than the watermark is newer, what has the same is not", () => {
  assert.ok(isNewer("10", "9"));
  assert.ok(!isNewer("9", "9"));
  assert.ok(!isNewer("9", "10"));
});

test("everything is newer than a watermark that is no version", () => {
  for (const wrong of ["", "x", "-1", "1.", "1.2.3", "1e9", " 1", "1\n", "9".repeat(40), "1.1234567890"])
    assert.ok(isNewer("0", wrong), JSON.stringify(wrong));
  assert.throws(() => compareVersions("1", "x"), TypeError);
});
