import { expect, test } from "@jest/globals";
import { exampleWorld } from "#testing/harness/example-world";

const path = "/v1/notifications/add";
const note = {
  organizationId: "acme",
  documentId: "homepage",
  notificationId: "from-v1",
  actionUser: { userId: "ada" },
  displayHeadlineMessageTemplate: "News",
  displayBodyMessage: "Body",
  notifyUsers: [],
};

test("headline and body are always required, and fields that only v2 has are ignored", async () => {
  const w = await exampleWorld();
  for (const field of ["displayHeadlineMessageTemplate", "displayBodyMessage"]) {
    const { message } = await w.fails(path, { ...note, [field]: undefined, isNotificationResolverUsed: true });
    expect(message).toBe(`data.${field} is required.`);
  }
  const message = "Notification added successfully.";
  const further = { metadata: { a: 1 }, notificationSource: "huddle", displayBodyMessageTemplate: "{who}" };
  expect((await w.ok(path, { ...note, ...further })).data).toStrictEqual({ success: true, message });
  const get = { organizationId: "acme", userId: "grace" };
  const { data } = await w.ok("/v2/notifications/get", get);
  expect(data).toStrictEqual([
    {
      actionUser: { userId: "ada" },
      displayHeadlineMessageTemplate: "News",
      displayBodyMessage: "Body",
      notifyUsers: [],
      notifyAll: true,
      notificationSource: "custom",
      id: "from-v1",
      timestamp: w.context.now(),
      messages: { displayHeadlineMessage: "News", displayBodyMessage: "Body" },
      metadata: { apiKey: w.tenant.apiKeyId, organizationId: "acme", documentId: "homepage" },
      isRead: false,
    },
  ]);
});
