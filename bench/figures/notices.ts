import { setTimeout as sleep } from "node:timers/promises";
import type { WriteCall } from "@atrium/functions/call";
import { newThread } from "@atrium/functions/domain/comments/new-thread";
import { packThread, threadPath } from "@atrium/functions/domain/comments/store/stored-thread";
import { nextRelease } from "@atrium/functions/domain/notifications/store/due";
import { threadNotificationId } from "@atrium/functions/domain/notifications/store/inbox";
import { noticePath, type StoredNotice } from "@atrium/functions/domain/notifications/store/notices";
import { notificationPath } from "@atrium/functions/domain/notifications/store/notifications";
import { releaseHeld } from "@atrium/functions/domain/notifications/store/release";
import { sendBatches } from "@atrium/functions/domain/notifications/store/send-batches";
import { documentPath, organizationPath } from "@atrium/functions/domain/organizations/store/organizations";
import { findApiKey } from "@atrium/functions/domain/workspaces/store/api-keys";
import type { Write } from "@atrium/functions/store/port";
import { createLog } from "../../server/src/log/log.ts";
import { openService } from "../../server/src/service.ts";
import { readSettings } from "../../server/src/settings/settings.ts";
import type { Figure, Options, Outcome } from "../figure.ts";
import { startProduct } from "../server-process.ts";
import { makeTenant, type Tenant } from "../tenant.ts";
import { quantile } from "../webhooks.ts";

const PEOPLE = 50;
const PENDING = 100_000;
const LEAST_RATE = 5000;
const LONGEST = 100;
const organizationId = "acme";
const documentId = "document-00000000";
const userIds = Array.from({ length: PEOPLE }, (_, i) => `user-${String(i).padStart(8, "0")}`);

/** From the answer to a comment until the inbox of the last of those whom it concerns holds it. */
export const noticesInbox: Figure = {
  id: "notices-inbox",
  title: `notices, comment to all inboxes of ${PEOPLE} people`,
  target: `p99 < ${LONGEST} ms after the call`,
  async run({ seconds }: Options): Promise<Outcome> {
    const tenant = await makeTenant({ organizationId, documents: 1, users: PEOPLE });
    const server = await startProduct(tenant.folder);
    const post = async (path: string, data: object) => {
      const body = JSON.stringify({ data });
      const reply = await fetch(`${server.url}${path}`, { method: "POST", headers: tenant.headers, body });
      if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
      const { result } = (await reply.json()) as { result: { data: { displayBodyMessage: string }[] } };
      return result.data;
    };
    try {
      await post("/v2/workspace/notificationconfig/update", { useNotificationService: true });
      const commentData = [{ commentText: "first", from: { userId: "author" } }];
      const place = { organizationId, documentId };
      await post("/v2/commentannotations/add", {
        ...place,
        commentAnnotations: [{ annotationId: "ann", commentData }],
      });
      const updatedData = { subscribeUserIds: userIds };
      await post("/v2/commentannotations/update", { ...place, annotationIds: ["ann"], updatedData });
      const times: number[] = [];
      for (let i = 0; i < seconds * 20; i++) {
        const comment = { commentText: `number ${i}`, from: { userId: "author" }, triggerNotification: true };
        await post("/v2/commentannotations/comments/add", { ...place, annotationId: "ann", commentData: [comment] });
        const answered = performance.now();
        for (;;) {
          const inbox = await post("/v2/notifications/get", { organizationId, userId: userIds.at(-1), pageSize: 1 });
          if (inbox[0]?.displayBodyMessage === comment.commentText) break;
          await sleep(1);
        }
        times.push(performance.now() - answered);
      }
      const value = quantile(times, 0.99);
      return { product: { value, unit: "ms" }, met: value < LONGEST };
    } finally {
      await server.stop();
    }
  },
};

/** How many notices that wait are decided, batched and delivered in a second. */
export const noticesPipeline: Figure = {
  id: "notices-pipeline",
  title: `notices, ${PENDING} pending with batches on, decided and delivered`,
  target: `≥ ${LEAST_RATE} decided/s`,
  async run(): Promise<Outcome> {
    const tenant = await makeTenant({ organizationId, documents: 1, users: PEOPLE });
    const { call, close } = await pending(tenant);
    const begun = performance.now();
    const cpu = process.cpuUsage();
    while (await releaseHeld(call, organizationId)) while (await sendBatches(call, organizationId));
    const took = performance.now() - begun;
    const used = process.cpuUsage(cpu);
    const left = await nextRelease(call.store, organizationPath(call, organizationId));
    if (left !== undefined && left <= call.now()) throw new Error("Notices are left.");
    await close();
    const requestsPerSecond = (1000 * PENDING) / took;
    const product = { requestsPerSecond, cpu: (used.user + used.system) / PENDING };
    return { product, met: requestsPerSecond >= LEAST_RATE };
  },
};

/** A data folder whose notices are all due. */
async function pending({ folder, headers }: Tenant): Promise<{ call: WriteCall; close(): Promise<void> }> {
  const { context } = await openService(readSettings({ ATRIUM_DATA: folder }), createLog("silent"));
  const [apiKeyId = ""] = Object.entries(headers).flatMap(([name, value]) => (/api-key$/.test(name) ? [value] : []));
  const apiKey = await findApiKey(context.store, apiKeyId);
  if (!apiKey) throw new Error("The API key is not there.");
  const call: WriteCall = { ...context, requestId: "bench", apiKey };
  const batch = { isEnabled: true, batchWindowSeconds: 604_800, maxActivities: 10 };
  const notificationServiceConfig = { triggers: { comment: { "comment.add": true } }, batchConfig: { user: batch } };
  const config = { useNotificationService: true, notificationServiceConfig };
  await context.store.commit([
    { op: "set", path: `apiKeys/${apiKeyId}/configs/notification`, data: { json: JSON.stringify(config) } },
  ]);
  await context.store.bulk(notices(call));
  return { call, close: () => context.store.close() };
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
