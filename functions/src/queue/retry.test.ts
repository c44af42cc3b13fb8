import { expect, test } from "@jest/globals";
import { backoff, errorText } from "./retry.ts";

const retry = { attempts: 9, minBackoff: 1000, maxBackoff: 60_000 };

test("pauses double from the first to the longest, and vary by at most a quarter", () => {
  const steps = [1, 2, 3, 6, 7, 2000].map((attempt) => backoff(retry, attempt, () => 0.5));
  expect(steps).toStrictEqual([1000, 2000, 4000, 32_000, 60_000, 60_000]);
  expect(backoff(retry, 1, () => 0)).toBe(750);
  expect(backoff(retry, 1, () => 1)).toBe(1250);
});

test("an error is recorded as one line without credentials", () => {
  const cases: [unknown, string][] = [
    [new TypeError("a\n  b"), "TypeError: a b"],
    ["plain", "plain"],
    [new Error("GET https://u:p@host:8443/hook?token=1 failed"), "Error: GET https://host:8443 failed"],
    [new Error("sent Basic dXNlcjpwYXNz to it"), "Error: sent Basic … to it"],
    [new Error("signed with whsec_plJ3nmyCDGBKInavdOK15jsl"), "Error: signed with [secret]"],
    [new Error("at_0Ab9, wt_0Ab9 and st_0Ab9"), "Error: [secret], [secret] and [secret]"],
    [new Error("not allowed for eyJhbGci.eyJzdWIi.c2ln"), "Error: not allowed for [secret]"],
  ];
  for (const [error, text] of cases) expect(errorText(error)).toBe(text);
  expect(errorText("x".repeat(9000)).length).toBe(500);
});
