import * as z from "zod";
import { declareJob } from "#queue/declare-job";

/** Takes users who have left an organization out of its groups. `organization` is a path in the store; `leftAt` is in ms. */
export const leaveGroups = declareJob({
  name: "leave-groups",
  payload: z.object({ organization: z.string(), userIds: z.array(z.string()), leftAt: z.coerce.number<number>() }),
});
