import { AtriumError } from "../error.ts";
import type { UserTokenSource } from "../options.ts";
import type { Timing } from "../timing.ts";

/** Longest wait for the program's function for tokens, ms. A connection that waits for it would look as if it were being made. */
const LONGEST_WAIT = 30_000;

/** The same source of tokens, which fails where it gives none in time, and the last token that it gave. */
export function watchTokens(source: UserTokenSource | undefined, timing: Pick<Timing, "after">) {
  if (typeof source !== "function") return { userToken: source, lastToken: () => source };
  let last: string | undefined;
  const userToken = async () => {
    last = await inTime(source, timing);
    return last;
  };
  return { userToken, lastToken: () => last };
}

/** @throws AtriumError DEADLINE_EXCEEDED; what `source` throws. */
function inTime(source: () => string | Promise<string>, timing: Pick<Timing, "after">): Promise<string> {
  return new Promise((resolve, reject) => {
    const message = `The function userToken has given no token within ${LONGEST_WAIT / 1000} s.`;
    const disarm = timing.after(LONGEST_WAIT, () => reject(new AtriumError("DEADLINE_EXCEEDED", message)));
    // What it throws at once is told as what it throws later.
    const asked = (async () => source())();
    asked.then(resolve, reject).finally(disarm);
  });
}
