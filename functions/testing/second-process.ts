import { CredentialCache } from "#http/credentials";
import { RateLimits } from "#http/rate-limit";
import { createServe } from "#http/serve";
import type { Context } from "#src/context";
import { endpoints } from "#src/endpoints";
import { World } from "./world.ts";

/** Another process over the data and the clock of `w`: it learns of changes only by reading. The clock is moved by `w`. */
export function secondProcess(w: World): World {
  const context: Context = {
    ...w.context,
    credentials: new CredentialCache(w.context.now),
    rateLimits: new RateLimits({ apiKey: 0, workspace: 0, public: 0 }),
  };
  const serve = createServe(context, endpoints);
  return new World({
    context,
    tenant: w.tenant,
    logged: w.logged,
    receivers: w.receivers,
    clock: { now: w.context.now() },
    serve,
  });
}
