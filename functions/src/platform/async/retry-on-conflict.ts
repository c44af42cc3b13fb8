import { ApiError } from "#platform/error";

/** Maximum number of runs of one step. */
const MAX_RUNS = 20;

/**
 * Repeats a step of a job while concurrent writes abort it. An endpoint would ask its caller to retry; a job has no caller.
 * The store pauses between its own attempts.
 * @throws ApiError ABORTED after 20 runs.
 */
export async function retryOnConflict<Result>(step: () => Promise<Result>): Promise<Result> {
  for (let run = 1; ; run++) {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "ABORTED") || run === MAX_RUNS) throw error;
    }
  }
}
