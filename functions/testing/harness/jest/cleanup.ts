type Cleanup = () => unknown;

const cleanups: Cleanup[] = [];

/** Runs the cleanups that tests have registered. @throws the first error, after all have run. */
export async function cleanUp(): Promise<void> {
  const errors: unknown[] = [];
  for (const cleanup of cleanups.splice(0)) {
    try {
      await cleanup();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/** Runs a function when the current test has ended, passed or not; cleanups run in the order of registration. */
export function onTestFinished(cleanup: Cleanup): void {
  cleanups.push(cleanup);
}
