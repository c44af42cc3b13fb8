import { expect, test } from "@jest/globals";
import { comment, inboxOf, noticeWorld, startThread, textsFor } from "#testing/fixtures/notifications/notices";

test("a comment that mentions and assigns reaches the people whom it concerns, once", async () => {
  const w = await noticeWorld();
  await startThread(w, { assignedTo: { userId: "grace" } });
  await comment(w, "lin", "{{bob}}, is that right?");
  await w.drain();
  for (const userId of ["ada", "grace", "bob"])
    expect(await textsFor(w, userId)).toStrictEqual(["@bob, is that right?"]);
  expect(await inboxOf(w, "lin")).toStrictEqual([]);
  const [received] = await inboxOf(w, "bob");
  expect(received).toMatchObject({
    displayHeadlineMessageTemplate: "{actionUser.name} added a comment",
    actionUser: { userId: "lin", name: "lin" },
    notificationSource: "comment",
    notificationSourceData: { event: "comment.add", annotationId: "ann" },
    isRead: false,
  });
});
