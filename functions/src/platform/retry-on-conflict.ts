import { ApiError } from "./error.ts";

/** Most runs of one step. */
const MAX_RUNS = 20;

/**
 * Runs a step of a job again while others keep changing what it works on: a caller would be told to try again, a job has
 * nobody to tell. The store pauses between its own tries.
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
