import { expect, test } from "@jest/globals";
import { ApiError } from "#platform/error";
import { retryOnConflict } from "./retry-on-conflict.ts";

/** A step that is aborted `times` times, then succeeds. */
function contended(times: number): () => Promise<string> {
  let remainingAborts = times;
  return async () => {
    if (remainingAborts-- > 0) throw new ApiError("ABORTED", "The data changed.");
    return "done";
  };
}

test("a step that conflicts runs again until it succeeds", async () => {
  expect(await retryOnConflict(contended(0))).toBe("done");
  expect(await retryOnConflict(contended(19))).toBe("done");
});

test("a step that is aborted twenty times fails, and any other error fails at once", async () => {
  await expect(retryOnConflict(contended(20))).rejects.toMatchObject({ code: "ABORTED" });
  let runs = 0;
  const broken = async () => {
    runs++;
    throw new ApiError("UNAVAILABLE", "The disk is full.");
  };
  await expect(retryOnConflict(broken)).rejects.toMatchObject({ code: "UNAVAILABLE" });
  expect(runs).toBe(1);
});
