import { afterEach } from "@jest/globals";

type Cleanup = () => unknown;

const cleanups: Cleanup[] = [];

afterEach(async () => {
  const errors: unknown[] = [];
  for (const cleanup of cleanups.splice(0)) {
    try {
      await cleanup();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
});

/** Runs a function when the current test has ended, passed or not; several run in the order of registration. */
export function onTestFinished(cleanup: Cleanup): void {
  cleanups.push(cleanup);
}
