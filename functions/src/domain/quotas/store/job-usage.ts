import { credentials } from "#domain/workspaces/store/credentials";
import type { RunnableJob } from "#queue/port";
import type { Context } from "#src/context";
import { CountedStore } from "./counted-store.ts";
import { quotasOf } from "./usages.ts";

/** A job whose writes count against quotas. None is refused, because callers have been promised the work. */
export function countingUsage(job: RunnableJob): RunnableJob {
  return { ...job, run: (context, payload, run) => job.run(withUsage(context as Context), payload, run) };
}

function withUsage(context: Context): Context {
  const { store } = context;
  const counting = {
    isEnforced: false,
    async quotasOf(apiKeyId: string) {
      const apiKey = await credentials(context).apiKey(store, apiKeyId);
      return apiKey && quotasOf(context, apiKey);
    },
  };
  return { ...context, store: new CountedStore(store, context, counting) };
}
