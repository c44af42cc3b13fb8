import type { UserTokenSource } from "../options.ts";
import type { Timing } from "../timing.ts";
import { askForToken } from "../user-token.ts";

/** Wraps a source of tokens, so that it fails if it does not answer in time, and remembers its last token. */
export function watchTokens(source: UserTokenSource | undefined, timing: Pick<Timing, "after">) {
  if (typeof source !== "function") return { userToken: source, lastToken: () => source };
  let last: string | undefined;
  const userToken = async () => {
    last = await askForToken(source, { timing, timeout: Number.POSITIVE_INFINITY, signals: [] });
    return last;
  };
  return { userToken, lastToken: () => last };
}
