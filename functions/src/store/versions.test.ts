import { expect, test } from "@jest/globals";
import { expectWithContext } from "#testing/harness/jest/context";
import { compareVersions, isNewer } from "./versions.ts";

const ordered = ["0", "1", "9", "10", "1767603600.5", "1767603600.40", "1767603600.999999999", "1767603601.0"];

test("versions order as numbers, part by part, not as text", () => {
  ordered.forEach((a, i) => {
    ordered.forEach((b, j) => {
      expectWithContext(Math.sign(compareVersions(a, b)), `${a} and ${b}`).toBe(Math.sign(i - j));
    });
  });
});

test("a version after the watermark is newer, and the same version is not", () => {
  expect(isNewer("10", "9")).toBe(true);
  expect(isNewer("9", "9")).toBe(false);
  expect(isNewer("9", "10")).toBe(false);
});

test("every version is newer than an invalid watermark", () => {
  for (const wrong of ["", "x", "-1", "1.", "1.2.3", "1e9", " 1", "1\n", "9".repeat(40), "1.1234567890"])
    expectWithContext(isNewer("0", wrong), JSON.stringify(wrong)).toBe(true);
  expect(() => compareVersions("1", "x")).toThrow(TypeError);
});
