import { AtriumError } from "./error.ts";
import { inTime, type Limits } from "./in-time.ts";
import type { UserTokenSource } from "./options.ts";

/** Longest wait for the program's token function, in ms. Without a limit a call would seem to run forever. */
const LONGEST_WAIT = 30_000;

/**
 * Asks the program's function for a token, for at most 30 s.
 * @throws AtriumError DEADLINE_EXCEEDED if the function does not answer in time; UNAVAILABLE if it fails, because it may
 * succeed later. If a signal ended the wait: its reason.
 */
export function askForToken(source: Exclude<UserTokenSource, string>, limits: Limits): Promise<string> {
  const timeout = Math.min(limits.timeout, LONGEST_WAIT);
  return inTime(
    async () => {
      try {
        return await source();
      } catch (cause) {
        if (cause instanceof AtriumError) throw cause;
        const reason = (cause as Error | undefined)?.message ?? cause;
        throw new AtriumError("UNAVAILABLE", `userToken failed (${reason}).`, { cause });
      }
    },
    { ...limits, timeout },
    `The function userToken returned no token within ${timeout / 1000} s.`,
  );
}
