import { expect, test } from "@jest/globals";
import type { Payload } from "#queue/port";
import { organizationOf } from "#testing/fixtures/documents/folder-tree";
import { type World, world } from "#testing/harness/world";
import deleteNotifications from "./delete-notifications.ts";

const organizationId = "acme";

async function send(w: World, notificationId: string): Promise<void> {
  await w.ok("/v2/notifications/add", {
    organizationId,
    documentId: "plan",
    notificationId,
    createDocument: true,
    createOrganization: true,
    actionUser: { userId: "ada" },
    displayHeadlineMessageTemplate: "News",
    displayBodyMessage: "Body",
    notifyUsers: [{ userId: "lin" }],
  });
}

test("notifications sent after the deletion stay, however late and often the job runs", async () => {
  for (const selection of [
    ["documentId", "plan"],
    ["userId", "lin"],
  ]) {
    const w = await world();
    await send(w, "earlier");
    const until = String(w.context.now());
    w.advance(1);
    await send(w, "later");
    const payload: Payload = { organization: organizationOf(w), until, ...Object.fromEntries([selection]) };
    await deleteNotifications.run(w.context, payload);
    await deleteNotifications.run(w.context, payload);
    const { data } = await w.ok("/v2/notifications/get", { organizationId, userId: "lin" });
    expect(data.map(({ id }: { id: string }) => id)).toStrictEqual(["later"]);
    expect(await w.context.store.count({ collection: `${organizationOf(w)}/inbox` })).toBe(1);
  }
});
