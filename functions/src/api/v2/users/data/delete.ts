import * as z from "zod";
import { nameTarget } from "#domain/audit/store/audited-store";
import { DataDeletion } from "#domain/erasure/data-deletion";
import { deleteUserData } from "#domain/erasure/jobs";
import { countTasks, deletionPath, type StoredDataDeletion } from "#domain/erasure/store/data-deletions";
import { revocations } from "#domain/tokens/store/revocations";
import { revokeTokensOfUser } from "#domain/tokens/store/token-revocations";
import { endpoint } from "#http/endpoint";
import { shortHash } from "#platform/crypto/short-hash";
import { FewIds } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/users/data/delete",
  alsoAt: "/v1/users/data/delete",
  auth: "apiKey",
  kind: "write",
  audit: {
    action: "userData.delete",
    target: ({ userIds, organizationIds }) => ({ userId: userIds, organizationId: organizationIds }),
  },
  exemptFromQuota: true,
  summary:
    "Delete what users have written and remove them from the content of others, in some organizations or in all. Use it for erasure requests under the GDPR. The call replies at once; read the status of the job to follow its progress.",
  input: z.object({ userIds: FewIds, organizationIds: FewIds.optional() }),
  output: DataDeletion,
  cost: {
    reads: 1,
    leastReads: 0,
    writes: 4,
    trips: 2,
    note: "It also reads the organization, and writes the revocation of the user's tokens.",
  },
  example: { userIds: ["grace"], organizationIds: ["acme"] },
  async handle(call, { userIds, organizationIds }) {
    const jobId = call.newId("del");
    const deletion = deletionPath(call, jobId);
    const task = deleteUserData.task({ id: call.newId("task") }, { deletion });
    const tasksCount = await countTasks(call, organizationIds);
    const begun: StoredDataDeletion = { createdAt: call.now(), tasksCount, tasksLeft: tasksCount, userIds };
    await call.store.transact(async (tx) => {
      nameTarget(tx, { jobId });
      tx.create(deletion, { ...begun, organizationIds });
      call.queue.add(tx, task);
      for (const userId of userIds) revokeTokensOfUser(tx, call, userId);
    });
    revocations(call).forget(call, userIds.map(shortHash));
    await call.queue.start(task);
    return { message: "Data deletion process has been initiated.", data: { jobId, tasksCount } };
  },
});
