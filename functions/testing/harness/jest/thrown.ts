import { expect } from "expect";

/** Returns what a function throws. @throws if it throws nothing. */
export function errorThrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("The function was expected to throw, but returned.");
}

/** The reason for which a promise, or the promise that a function returns, is rejected. @throws if it is fulfilled. */
export async function rejectionOf(promise: Promise<unknown> | (() => Promise<unknown>)): Promise<unknown> {
  try {
    await (typeof promise === "function" ? promise() : promise);
  } catch (error) {
    return error;
  }
  throw new Error("The promise was expected to be rejected, but was fulfilled.");
}

/** Matches an error of the same name, message and own properties. */
export function errorLike(error: Error): unknown {
  return expect.objectContaining({ ...error, name: error.name, message: error.message });
}
