import * as z from "zod";
import { declareJob } from "#queue/declare-job";

/**
 * Removes users who left an organization from its groups, folders and documents. `organization` is a path in the store,
 * `leftAt` is in ms.
 */
export const leaveGroups = declareJob({
  name: "leave-groups",
  payload: z.object({ organization: z.string(), userIds: z.array(z.string()), leftAt: z.coerce.number<number>() }),
});
