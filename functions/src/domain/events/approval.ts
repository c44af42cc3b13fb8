import * as z from "zod";
import { event, neverEmitted } from "./event.ts";

const execution = { executionId: z.string() };
const step = { ...execution, stepId: z.string() };
const group = { ...step, groupId: z.string() };
const loop = { ...execution, loopId: z.string(), iteration: z.number().optional() };
const inExecution = { executionId: "exe_1" };
const inStep = { ...inExecution, stepId: "review" };
const inLoop = { ...inExecution, loopId: "revise", iteration: 2 };

/** Events of an approval engine. Endpoints may subscribe to them; this service has no such engine and sends none. */
export const approvalEvents = {
  "execution.dispatched": neverEmitted(event("An approval began.", execution, inExecution)),
  "execution.completed": neverEmitted(event("An approval was completed.", execution, inExecution)),
  "execution.failed": neverEmitted(event("An approval failed.", execution, inExecution)),
  "execution.cancelled": neverEmitted(event("An approval was cancelled.", execution, inExecution)),
  "step.awaiting-approval": neverEmitted(event("A step is waiting for approval.", step, inStep)),
  "step.completed": neverEmitted(event("A step was completed.", step, inStep)),
  "step.failed": neverEmitted(event("A step failed.", step, inStep)),
  "step.breached": neverEmitted(event("A step was not completed in time.", step, inStep)),
  "step.cancelled": neverEmitted(event("A step was cancelled.", step, inStep)),
  "group.quorum-met": neverEmitted(
    event("Enough members of a group approved a step.", group, { ...inStep, groupId: "legal" }),
  ),
  "loop.iteration-started": neverEmitted(event("Another round of a loop began.", loop, inLoop)),
  "loop.exhausted": neverEmitted(event("A loop ended after its last round.", loop, inLoop)),
};
