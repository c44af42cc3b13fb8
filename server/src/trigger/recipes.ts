import type { EventType } from "@atrium/functions/domain/events/types";
import { collaborationRecipes } from "./collaboration-recipes.ts";
import { commentRecipes } from "./comment-recipes.ts";
import type { Recipe } from "./demo-calls.ts";
import { peopleRecipes } from "./people-recipes.ts";
import { placeRecipes } from "./place-recipes.ts";

const example = "The call /v2/workspace/advancedwebhook/endpoints/test sends its example to an endpoint.";
const noApprovals = `this service has no approvals. ${example}`;

/** How to cause each event, or why it can't be caused. */
export const recipes: { [event in EventType]: Recipe | string } = {
  ...commentRecipes,
  ...peopleRecipes,
  ...placeRecipes,
  ...collaborationRecipes,
  "huddle.create": `only client programs can do it. ${example}`,
  "huddle.join": `only client programs can do it. ${example}`,
  "execution.dispatched": noApprovals,
  "execution.completed": noApprovals,
  "execution.failed": noApprovals,
  "execution.cancelled": noApprovals,
  "step.awaiting-approval": noApprovals,
  "step.completed": noApprovals,
  "step.failed": noApprovals,
  "step.breached": noApprovals,
  "step.cancelled": noApprovals,
  "group.quorum-met": noApprovals,
  "loop.iteration-started": noApprovals,
  "loop.exhausted": noApprovals,
  "webhook.endpoint_disabled": `it is sent when an endpoint answers 410 or has failed for five days. ${example}`,
  "message.attempt.exhausted": `it is sent after ten attempts within three days. ${example}`,
};
