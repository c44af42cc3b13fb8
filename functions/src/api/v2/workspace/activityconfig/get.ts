import * as z from "zod";
import { ActivityConfig } from "#domain/configs/activity-config";
import { readActivityConfig } from "#domain/configs/store/activity-config";
import { endpoint } from "#http/endpoint";

export default endpoint({
  path: "/v2/workspace/activityconfig/get",
  auth: "apiKey",
  kind: "read",
  summary: "Read whether and how activities are logged.",
  input: z.object({}),
  output: z.object({ activityServiceConfig: ActivityConfig }),
  cost: { reads: 2, writes: 0, trips: 1 },
  example: {},
  async handle(call) {
    return {
      message: "Activity logs configuration retrieved successfully.",
      data: { activityServiceConfig: await readActivityConfig(call.store, call) },
    };
  },
});
