import { setTimeout as sleep } from "node:timers/promises";
import type { Figure, Options, Outcome } from "../figure.ts";
import { organizationId, userIds } from "../pending-notices.ts";
import { startProduct } from "../server-process.ts";
import { makeTenant } from "../tenant.ts";
import { quantile } from "../webhooks.ts";

const PEOPLE = userIds.length;
const LONGEST = 100;
const documentId = "document-00000000";

/** From the reply to a comment until it is in the inbox of the last person whom it concerns. */
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
