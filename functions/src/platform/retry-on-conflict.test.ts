import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "./error.ts";
import { patiently } from "./retry-on-conflict.ts";

/** A step that is aborted so many times, then done. */
function contended(times: number): () => Promise<string> {
  let left = times;
  return async () => {
    if (left-- > 0) throw new ApiError("ABORTED", "The data changed.");
    return "done";
  };
}

test("a step that others get in the way of runs again until it is done", async () => {
  assert.equal(await patiently(contended(0)), "done");
  assert.equal(await patiently(contended(19)), "done");
});

test("a step that is aborted twenty times fails, and any other failure is one at once", async () => {
  await assert.rejects(patiently(contended(20)), { code: "ABORTED" });
  let runs = 0;
  const broken = async () => {
    runs++;
    throw new ApiError("UNAVAILABLE", "The disk is full.");
  };
  await assert.rejects(patiently(broken), { code: "UNAVAILABLE" });
  assert.equal(runs, 1);
});
