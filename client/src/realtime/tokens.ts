import { AtriumError } from "../error.ts";
import type { UserTokenSource } from "../options.ts";
import type { Timing } from "../timing.ts";

/**
 * Longest wait for the program's token function, in ms. Without a limit the provider would seem to be connecting
 * forever.
 */
const LONGEST_WAIT = 30_000;

/** Wraps a source of tokens, so that it fails if it does not answer in time, and remembers its last token. */
export function watchTokens(source: UserTokenSource | undefined, timing: Pick<Timing, "after">) {
  if (typeof source !== "function") return { userToken: source, lastToken: () => source };
  let last: string | undefined;
  const userToken = async () => {
    last = await inTime(source, timing);
    return last;
  };
  return { userToken, lastToken: () => last };
}

/** @throws AtriumError DEADLINE_EXCEEDED; any error that `source` throws. */
function inTime(source: () => string | Promise<string>, timing: Pick<Timing, "after">): Promise<string> {
  return new Promise((resolve, reject) => {
    const message = `The function userToken returned no token within ${LONGEST_WAIT / 1000} s.`;
    const disarm = timing.after(LONGEST_WAIT, () => reject(new AtriumError("DEADLINE_EXCEEDED", message)));
    // Handles a synchronous error like a rejected promise.
    const pendingToken = (async () => source())();
    pendingToken.then(resolve, reject).finally(disarm);
  });
}
