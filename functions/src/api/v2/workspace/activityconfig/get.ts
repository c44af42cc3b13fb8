import * as z from "zod";
import { ActivityConfig } from "#domain/activity-config";
import { endpoint } from "#http/endpoint";
import { readActivityConfig } from "#store/activity-config";

export default endpoint({
  path: "/v2/workspace/activityconfig/get",
  auth: "apiKey",
  kind: "read",
  summary: "Read whether and how activities are logged.",
  input: z.object({}),
  output: z.object({ activityServiceConfig: ActivityConfig }),
  example: {},
  async handle(call) {
    return {
      message: "Activity logs configuration retrieved successfully.",
      data: { activityServiceConfig: await readActivityConfig(call.store, call) },
    };
  },
});
