import { expect } from "expect";

/** What a function throws. @throws when it throws nothing. */
export function errorThrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("The function was expected to throw, but returned.");
}

/** What a promise, or what a function returns, is rejected with. @throws when it is fulfilled. */
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
