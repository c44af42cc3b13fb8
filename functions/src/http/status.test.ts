import { expect, test } from "@jest/globals";
import { httpStatus } from "./status.ts";

test("each error code has the HTTP status that clients of the canonical codes expect", () => {
  expect(httpStatus).toStrictEqual({
    INVALID_ARGUMENT: 400,
    FAILED_PRECONDITION: 400,
    OUT_OF_RANGE: 400,
    UNAUTHENTICATED: 401,
    PERMISSION_DENIED: 403,
    NOT_FOUND: 404,
    ALREADY_EXISTS: 409,
    ABORTED: 409,
    RESOURCE_EXHAUSTED: 429,
    CANCELLED: 499,
    INTERNAL: 500,
    UNKNOWN: 500,
    DATA_LOSS: 500,
    UNIMPLEMENTED: 501,
    UNAVAILABLE: 503,
    DEADLINE_EXCEEDED: 504,
  });
});
