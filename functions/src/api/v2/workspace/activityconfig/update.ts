import * as z from "zod";
import { ActivityConfig, ActivityConfigChange, changeActivityConfig } from "#domain/configs/activity-config";
import { updateActivityConfig } from "#domain/configs/store/activity-config";
import { endpoint } from "#http/endpoint";

export default endpoint({
  path: "/v2/workspace/activityconfig/update",
  auth: "apiKey",
  kind: "write",
  audit: { action: "config.update", target: () => ({ config: "activity" }) },
  summary:
    "Change whether and how activities are logged. Omitted fields stay unchanged; enabling it for the first time sets the default triggers.",
  input: z.object({ activityServiceConfig: ActivityConfigChange }),
  output: z.object({ activityServiceConfig: ActivityConfig }),
  cost: { reads: 2, writes: 2, trips: 2 },
  example: {
    activityServiceConfig: { isEnabled: true, immutable: false, triggers: { comment: { "comment.add": true } } },
  },
  async handle(call, { activityServiceConfig: changes }) {
    const activityServiceConfig = await updateActivityConfig(call, (currentConfig) =>
      changeActivityConfig(currentConfig, changes, call.now()),
    );
    return { message: "Activity logs configuration updated successfully.", data: { activityServiceConfig } };
  },
});
