import { expect, test } from "@jest/globals";
import { ApiError } from "#platform/error";
import { ensure } from "#testing/harness/jest/ensure";
import { rejectionOf } from "#testing/harness/jest/thrown";
import { answer } from "./errors.ts";

const status = (code: number) => Object.assign(new Error("projects/secret-project/databases/x failed"), { code });

test("statuses that a caller can act on become the error of that name, without Firestore's text", async () => {
  const expected: [number, string][] = [
    [1, "UNAVAILABLE"],
    [3, "INVALID_ARGUMENT"],
    [4, "DEADLINE_EXCEEDED"],
    [5, "NOT_FOUND"],
    [6, "ALREADY_EXISTS"],
    [8, "RESOURCE_EXHAUSTED"],
    [9, "FAILED_PRECONDITION"],
    [10, "ABORTED"],
    [14, "UNAVAILABLE"],
  ];
  for (const [code, name] of expected) {
    const cause = status(code);
    const error = await rejectionOf(answer(Promise.reject(cause)));
    ensure(error instanceof ApiError);
    expect(error.code).toBe(name);
    expect(error.cause).toBe(cause);
    expect(error.message).not.toMatch(/secret/);
  }
});

test("contention and outages carry a Retry-After of one second, and mistakes of the caller carry none", async () => {
  for (const [code, retryAfter] of [
    [1, 1],
    [3, undefined],
    [5, undefined],
    [8, 1],
    [10, 1],
    [14, 1],
  ] as const) {
    const error = await rejectionOf(answer(Promise.reject(status(code))));
    ensure(error instanceof ApiError);
    expect(error.extras.retryAfter).toBe(retryAfter);
  }
});

test("any other failure is passed on, so that a defect is never reported as the caller's mistake", async () => {
  const others = [status(7), status(13), status(16), new TypeError("no"), new ApiError("ABORTED", "ours"), "text"];
  for (const failure of others) await expect(answer(Promise.reject(failure))).rejects.toBe(failure);
  expect(await answer(Promise.resolve(1))).toBe(1);
});
