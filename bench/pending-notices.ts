import type { WriteCall } from "@atrium/functions/call";
import { newThread } from "@atrium/functions/domain/comments/new-thread";
import { packThread, threadPath } from "@atrium/functions/domain/comments/store/stored-thread";
import { threadNotificationId } from "@atrium/functions/domain/notifications/store/inbox";
import { noticePath, type StoredNotice } from "@atrium/functions/domain/notifications/store/notices";
import { notificationPath } from "@atrium/functions/domain/notifications/store/notifications";
import { nextRelease } from "@atrium/functions/domain/notifications/store/pipeline/due";
import { releaseTask } from "@atrium/functions/domain/notifications/store/pipeline/release-task";
import { documentPath, organizationPath } from "@atrium/functions/domain/organizations/store/organizations";
import { findApiKey } from "@atrium/functions/domain/workspaces/store/api-keys";
import type { Write } from "@atrium/functions/store/port";
import { createLog } from "../server/src/log/log.ts";
import { openService } from "../server/src/service.ts";
import { readSettings } from "../server/src/settings/settings.ts";
import type { Tenant } from "./tenant.ts";

/** Number of due notices in one organization: each event concerns all of its people. */
export const PENDING = 100_000;
const PEOPLE = 50;
/** The organization of the notices. Its people and document are those that `makeTenant` creates. */
export const organizationId = "acme";
const documentId = "document-00000000";
/** The people of the organization. */
export const userIds = Array.from({ length: PEOPLE }, (_, i) => `user-${String(i).padStart(8, "0")}`);

/** Opens the data folder of a tenant without serving requests. */
export async function openTenant({ folder, headers }: Tenant): Promise<WriteCall> {
  const { context } = await openService(readSettings({ ATRIUM_DATA: folder }), createLog("silent"));
  const [apiKeyId = ""] = Object.entries(headers).flatMap(([name, value]) => (/api-key$/.test(name) ? [value] : []));
  const apiKey = await findApiKey(context.store, apiKeyId);
  if (!apiKey) throw new Error("The API key does not exist.");
  return { ...context, requestId: "bench", apiKey };
}

/** Turns batches on and fills a tenant with due notices and the task that decides them. */
export async function addPending(call: WriteCall): Promise<void> {
  const { apiKeyId } = call.apiKey;
  const batch = { isEnabled: true, batchWindowSeconds: 604_800, maxActivities: 10 };
  const notificationServiceConfig = { triggers: { comment: { "comment.add": true } }, batchConfig: { user: batch } };
  const config = { useNotificationService: true, notificationServiceConfig };
  await call.store.commit([
    { op: "set", path: `apiKeys/${apiKeyId}/configs/notification`, data: { json: JSON.stringify(config) } },
  ]);
  await call.store.bulk(notices(call));
  await call.store.transact(async (tx) => call.queue.add(tx, releaseTask(apiKeyId, organizationId)));
}

/** Whether due notices are left. */
export async function isPending(call: WriteCall): Promise<boolean> {
  const next = await nextRelease(call.store, organizationPath(call, organizationId));
  return next !== undefined && next <= call.now();
}

function* notices(call: WriteCall): Iterable<Write> {
  const organization = organizationPath(call, organizationId);
  const now = call.now();
  for (let event = 0; event < PENDING / PEOPLE; event++) {
    const annotationId = `ann-${event % 100}`;
    if (event < 100) {
      const input = { commentData: [{ commentId: 1, commentText: "hello", from: { userId: "author" } }] };
      const { thread } = newThread(input, { annotationId, documentId, now });
      yield {
        op: "set",
        path: threadPath(documentPath(call, organizationId, documentId), annotationId),
        data: packThread(thread),
      };
    }
    const notificationId = threadNotificationId(documentId, annotationId, `event-${event}`);
    const cause = { type: "comment.add", organizationId, documentId, annotationId, commentId: 1, timestamp: now };
    const content = JSON.stringify({ actionUser: { userId: "author" }, notifyUsers: [], notifyAll: false });
    const data = {
      documentId,
      timestamp: now,
      actorId: "author",
      content,
      cause: JSON.stringify(cause),
      isPending: true,
    };
    yield { op: "set", path: notificationPath(organization, notificationId), data };
    for (const userId of userIds) {
      const notice: StoredNotice = {
        ...{ userId, notificationId, documentId, isDirect: false, state: "held" },
        ...{ timestamp: now, heldUntil: now, changedAt: now },
      };
      yield { op: "set", path: noticePath(organization, userId, notificationId), data: notice };
    }
  }
}
