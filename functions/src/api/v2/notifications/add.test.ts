import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { located, placeOf } from "#testing/fixtures/comments/written";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { allFeatures, setFeatures } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { reading, testRoundTrip } from "#testing/harness/properties/round-trip";
import { type World, world } from "#testing/harness/world";

const path = "/v2/notifications/add";
const message = "Notification added successfully.";
const note = {
  organizationId: "acme",
  documentId: "plan",
  actionUser: { userId: "ada", name: "Ada" },
  displayHeadlineMessageTemplate: "{actionUser.name} changed the plan",
  displayBodyMessage: "See the new dates.",
  notifyUsers: [{ userId: "lin" }],
};

/** An organization with ada, lin and grace, and the document "plan". */
async function office(): Promise<World> {
  const w = await world();
  const users = ["ada", "lin", "grace"].map((userId) => ({ userId }));
  await w.ok("/v2/users/add", { organizationId: "acme", users });
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "plan" }] });
  return w;
}

const inboxOf = async (w: World, userId: string) =>
  (await w.ok("/v2/notifications/get", { organizationId: "acme", userId })).data;
const idsOf = async (w: World, userId: string) => (await inboxOf(w, userId)).map(({ id }: { id: string }) => id);

test("all users of the organization and all named users receive it, except the acting user", async () => {
  const w = await office();
  const notifyUsers = [{ userId: "lin" }, { userId: "guest" }, { userId: "lin" }];
  const result = await w.ok(path, { ...note, notificationId: "n-1", notifyUsers });
  expect(result).toStrictEqual({ status: "success", message, data: { success: true, message } });
  for (const userId of ["lin", "grace", "guest"])
    expectWithContext(await idsOf(w, userId), userId).toStrictEqual(["n-1"]);
  expect(await idsOf(w, "ada")).toStrictEqual([]);
});

test("the acting user receives it once when named, and not as one of all users", async () => {
  const w = await office();
  await w.ok(path, { ...note, notificationId: "named", notifyUsers: [{ userId: "ada" }, { userId: "ada" }] });
  await w.ok(path, { ...note, notificationId: "all", notifyUsers: [] });
  expect(await idsOf(w, "ada")).toStrictEqual(["named"]);
});

test("with notifyAll false only named users receive it", async () => {
  const w = await office();
  await w.ok(path, {
    ...note,
    notificationId: "n",
    notifyAll: false,
    notifyUsers: [{ userId: "lin" }, { userId: "ada" }],
  });
  expect(await idsOf(w, "lin")).toStrictEqual(["n"]);
  expect(await idsOf(w, "grace")).toStrictEqual([]);
});

test("a notification with every field is returned as it was sent, beside its texts with their values", async () => {
  const w = await office();
  const content = {
    actionUser: { userId: "ada", name: "Ada", email: "ada@example.com", team: { tags: [["a"], []] } },
    displayHeadlineMessageTemplate: "{actionUser.name} asked {recipientUser.name} about {constructor} of {toString}",
    displayHeadlineMessageTemplateData: {
      recipientUser: { userId: "lin", name: "Lin" },
      constructor: "one",
      toString: "two",
      hasOwnProperty: "three",
    },
    displayBodyMessage: "Body",
    displayBodyMessageTemplate: "{actionUser} and {place}",
    displayBodyMessageTemplateData: { place: "here" },
    notificationSource: "huddle",
    notificationSourceData: { deep: [[1, [2]], { constructor: null }] },
    context: { access: { team: "core", level: 3, toString: "x" } },
    location: { id: 0, locationName: "Page 1", version: { id: "v" } },
    metadata: { b: 1, a: [{ c: null }] },
    notifyUsers: [{ userId: "lin", role: "author" }],
    notifyAll: false,
    isNotificationResolverUsed: true,
  };
  await w.ok(path, { organizationId: "acme", documentId: "plan", notificationId: "__all-of_it__", ...content });
  const [notification] = await inboxOf(w, "lin");
  const tenant = { apiKey: w.tenant.apiKeyId, organizationId: "acme", documentId: "plan" };
  expect(notification).toStrictEqual({
    ...content,
    id: "__all-of_it__",
    timestamp: w.context.now(),
    messages: { displayHeadlineMessage: "Ada asked Lin about one of two", displayBodyMessage: "Body" },
    metadata: { ...content.metadata, ...tenant },
    isRead: false,
  });
});

test("templates that would expand to gigabytes are cut, and 100 variables of a text are expanded", async () => {
  const w = await office();
  const { displayBodyMessage: _body, ...withoutBody } = note;
  await w.ok(path, {
    ...withoutBody,
    displayHeadlineMessageTemplate: "{x}".repeat(100_000),
    displayHeadlineMessageTemplateData: { x: "y".repeat(300_000) },
    displayBodyMessageTemplate: "{b}".repeat(102),
    displayBodyMessageTemplateData: { b: "b" },
  });
  const [notification] = await inboxOf(w, "lin");
  const displayBodyMessage = `${"b".repeat(100)}{b}{b}`;
  expect(notification.messages).toStrictEqual({
    displayHeadlineMessage: "y".repeat(10_000),
    displayBodyMessage,
    isTruncated: true,
  });
});

test("if the feature is on, preferences decide for each channel: the document's before the organization's", async () => {
  const w = await office();
  await setFeatures(w, w.tenant, allFeatures);
  const set = (config: object, userIds: string[], documentIds?: string[]) =>
    w.ok("/v2/notifications/config/set", { organizationId: "acme", userIds, config, documentIds });
  await set({ inbox: "NONE" }, ["lin", "grace"]);
  await set({ inbox: "MINE" }, ["lin"], ["plan"]);
  await w.ok(path, { ...note, notificationId: "named" });
  await w.ok(path, { ...note, notificationId: "not-named", notifyUsers: [] });
  expect(await idsOf(w, "lin")).toStrictEqual(["named"]);
  expect(await idsOf(w, "grace")).toStrictEqual([]);
  await setFeatures(w, w.tenant, { ...allFeatures, notificationPreferences: false });
  await w.ok(path, { ...note, notificationId: "off" });
  expect(await idsOf(w, "grace")).toStrictEqual(["off"]);
});

test("fifteen people who chose nothing cost as many reads as one", async () => {
  const w = await office();
  await setFeatures(w, w.tenant, allFeatures);
  const readsFor = async (count: number) => {
    const notifyUsers = Array.from({ length: count }, (_, i) => ({ userId: `guest-${i}` }));
    await w.ok(path, { ...note, notifyAll: false, notifyUsers });
    return w.logged.findLast((line) => line.message === "request")?.fields.reads;
  };
  await readsFor(1);
  const ofOne = await readsFor(1);
  expect(await readsFor(15)).toBe(ofOne);
});

test("a repeated id adds nothing and gets the same reply, also concurrently", async () => {
  const w = await office();
  const request = { ...note, notificationId: "once" };
  const first = await w.ok(path, request);
  w.advance(1000);
  const again = await Promise.all(
    Array.from({ length: 5 }, () =>
      w.ok(path, { ...request, displayBodyMessage: "Other.", notifyUsers: [{ userId: "guest" }] }),
    ),
  );
  for (const result of again) expect(result).toStrictEqual(first);
  expect((await inboxOf(w, "lin"))[0].displayBodyMessage).toBe("See the new dates.");
  expect(await idsOf(w, "guest")).toStrictEqual([]);
});

test("each notification without an id is stored separately", async () => {
  const w = await office();
  await Promise.all([w.ok(path, note), w.ok(path, note)]);
  expect(new Set(await idsOf(w, "lin")).size).toBe(2);
});

test("a missing organization or document is refused, and created only on request", async () => {
  const w = await world();
  const refused = async (request: object) => {
    const { status, message } = await w.fails(path, { ...note, ...request });
    return [status, message];
  };
  expect(await refused({ createDocument: true })).toStrictEqual(["NOT_FOUND", "Organization does not exist."]);
  expect(await refused({ createOrganization: true })).toStrictEqual(["NOT_FOUND", "Document does not exist."]);
  expect(await w.context.store.count({ collection: `apiKeys/${w.tenant.apiKeyId}/organizations` })).toBe(0);
  await w.ok(path, { ...note, createOrganization: true, createDocument: true });
  expect((await idsOf(w, "lin")).length).toBe(1);
});

test("verifyUserPermissions drops users who may not open the document, even a new one", async () => {
  const w = await office();
  const documents = [{ documentId: "secret", accessType: "restricted" }];
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents });
  await w.ok("/v2/users/add", { organizationId: "acme", documentId: "secret", users: [{ userId: "grace" }] });
  const secret = { ...note, documentId: "secret" };
  await w.ok(path, { ...secret, notificationId: "checked", verifyUserPermissions: true });
  await w.ok(path, { ...secret, notificationId: "free" });
  expect(await idsOf(w, "lin")).toStrictEqual(["free"]);
  expect((await idsOf(w, "grace")).toSorted()).toStrictEqual(["checked", "free"]);

  await w.ok("/v2/workspace/apikeyconfig/update", { defaultDocumentAccessType: "organizationPrivate" });
  const fresh = { ...note, documentId: "fresh", createDocument: true, notifyUsers: [{ userId: "guest" }] };
  await w.ok(path, { ...fresh, notificationId: "fresh", verifyUserPermissions: true });
  await w.drain();
  expect(await idsOf(w, "guest")).toStrictEqual([]);
  expect((await idsOf(w, "lin")).includes("fresh")).toBeTruthy();
});

test("invalid fields are refused by name, and nothing is stored", async () => {
  const w = await office();
  const { displayBodyMessage: _body, ...bodiless } = note;
  const { displayHeadlineMessageTemplate: _headline, ...headless } = note;
  const deep = JSON.parse(`${"[".repeat(101)}${"]".repeat(101)}`);
  const cases: [object, string][] = [
    [{ ...note, notificationId: "a b" }, "data.notificationId must have only letters, digits, `_` and `-`."],
    [{ ...note, notificationId: "ä" }, "data.notificationId must have only letters, digits, `_` and `-`."],
    [
      { ...note, notificationSource: "mail" },
      "data.notificationSource must be one of `custom`, `comment`, `huddle`, `crdt`.",
    ],
    [{ ...note, metadata: { deep } }, "data.metadata must not nest deeper than 100 levels."],
    [
      { ...note, notifyUsers: Array.from({ length: 501 }, (_, i) => ({ userId: `u${i}` })) },
      "data.notifyUsers must have at most 500 items.",
    ],
    [
      { ...note, displayHeadlineMessageTemplateData: { count: 1 } },
      "data.displayHeadlineMessageTemplateData.count must be a string, not a number.",
    ],
    [bodiless, "data.displayBodyMessage is required."],
    [headless, "data.displayHeadlineMessageTemplate is required."],
    [{ ...note, metadata: { text: "x".repeat(900_001) } }, "A notification must not be larger than 900000 bytes."],
  ];
  for (const [request, expected] of cases) {
    const { status, message } = await w.fails(path, request);
    expect([status, message]).toStrictEqual(["INVALID_ARGUMENT", expected]);
  }
  const raw = JSON.stringify({ data: note }).replace('"notifyUsers"', '"metadata":{"__proto__":1},"notifyUsers"');
  expect((await w.fails(path, undefined, { raw })).status).toBe("INVALID_ARGUMENT");
  expect((await w.ok("/v2/notifications/get", { organizationId: "acme" })).data).toStrictEqual([]);
});

test("a variable for a user is replaced with the user's name, or with the id if there is no name", async () => {
  const w = await office();
  await w.ok(path, {
    ...note,
    displayHeadlineMessageTemplate: "{actionUser} asked {recipientUser} for {actionUser.team} and {note}",
    displayHeadlineMessageTemplateData: { recipientUser: { userId: "lin", name: "" }, note: "help" },
    notifyAll: false,
  });
  const [notification] = await inboxOf(w, "lin");
  expect(notification.messages.displayHeadlineMessage).toBe("Ada asked lin for {actionUser.team} and help");
});

test("a variable without a value stays in the text as written, and so do other brackets", async () => {
  const w = await office();
  const texts = {
    displayHeadlineMessageTemplate: "{who} wrote {} and {toString} in {{braces}",
    displayHeadlineMessageTemplateData: { other: "x" },
    displayBodyMessageTemplate: "{actionUser.team} {",
  };
  await w.ok(path, { ...note, ...texts, notifyUsers: [{ userId: "lin" }], notifyAll: false });
  expect(await inboxOf(w, "lin")).toMatchObject([texts]);
});

test("with a resolver or a template body, no other text is needed", async () => {
  const w = await office();
  const { displayBodyMessage: _, ...bodiless } = note;
  await w.ok(path, { ...bodiless, displayBodyMessageTemplate: "{actionUser.name} did" });
  const { displayHeadlineMessageTemplate: __, ...textless } = bodiless;
  await w.ok(path, { ...textless, isNotificationResolverUsed: true });
  expect((await idsOf(w, "lin")).length).toBe(2);
});

test("a user named __proto__ receives notifications", async () => {
  const w = await office();
  await w.ok(path, { ...note, notificationId: "__proto__", notifyAll: false, notifyUsers: [{ userId: "__proto__" }] });
  expect(await idsOf(w, "__proto__")).toStrictEqual(["__proto__"]);
});

test("a notification emits one event after that of the document that the call creates, and none when its id exists or the call fails", async () => {
  const w = await office();
  await addEndpoint(w, "all");
  const subject = { organizationId: "acme", documentId: "new" };
  const notifyUsers = [{ userId: "lin", name: "Lin" }, { userId: "guest" }, { userId: "lin" }];
  const input = { ...note, ...subject, notificationId: "n", notifyUsers };
  await w.fails(path, input);
  expect(await eventsSent(w)).toStrictEqual([]);
  await w.ok(path, { ...input, createDocument: true });
  expect(await eventsSent(w)).toStrictEqual([
    ["document.add", { ...subject, folderId: "root" }],
    [
      "notification.add",
      {
        ...subject,
        notificationId: "n",
        actionUser: note.actionUser,
        notifyAll: true,
        notifyUserIds: ["lin", "guest"],
        displayHeadlineMessage: "Ada changed the plan",
        displayBodyMessage: "See the new dates.",
        recipients: expect.arrayContaining(
          ["lin", "guest"].map((userId) => ({ userId, channels: ["inbox", "email"] })),
        ),
      },
    ],
  ]);
  await w.ok(path, input);
  expect(await eventsSent(w)).toStrictEqual([]);
});

testRoundTrip(path, "a notification", {
  id: "notificationId",
  readId: "id",
  beside: {
    organizationId: "acme",
    documentId: "plan",
    createOrganization: true,
    createDocument: true,
    verifyUserPermissions: false,
  },
  fields: {
    displayHeadlineMessageTemplate: fc.constant("{actionUser.userId} has changed something"),
    displayBodyMessageTemplate: fc.constant("Ask {actionUser.userId}"),
  },
  fit: (item) =>
    located({ displayHeadlineMessageTemplate: "Something is new", displayBodyMessage: "Have a look", ...item }),
  read: reading("/v2/notifications/get", { organizationId: "acme" }),
  toRead: (item, w) => ({ ...item, metadata: { ...item.metadata, ...placeOf(w) } }),
  owned: ["timestamp", "messages"],
});
