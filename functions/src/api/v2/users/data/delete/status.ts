import * as z from "zod";
import { DataDeletionStatus } from "#domain/erasure/data-deletion";
import { loadDeletion } from "#domain/erasure/store/data-deletions";
import { endpoint } from "#http/endpoint";
import { Id } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/users/data/delete/status",
  alsoAt: "/v1/users/data/delete/status",
  auth: "apiKey",
  kind: "read",
  summary: "Read the progress of a deletion of users' data.",
  input: z.object({ jobId: Id }),
  output: DataDeletionStatus,
  cost: { reads: 1, writes: 0, trips: 1 },
  example: { jobId: "deletion-1" },
  async handle(call, { jobId }) {
    const { userIds, tasksLeft, lastTaskCompletedTime = null } = (await loadDeletion(call, jobId)).data;
    return {
      message: "Data fetched successfully.",
      data: { isDeleteCompleted: userIds === undefined, tasksLeft, lastTaskCompletedTime },
    };
  },
});
