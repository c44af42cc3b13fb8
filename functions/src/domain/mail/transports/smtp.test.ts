import { expect, test } from "@jest/globals";
import { SmtpSink } from "#testing/fixtures/mail/smtp-sink";
import { mailOutcomes, smtpWorld } from "#testing/fixtures/mail/smtp-world";
import { comment, startThread } from "#testing/fixtures/notifications/notices";
import { onTestFinished } from "#testing/harness/jest/cleanup";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const recipients = (sink: SmtpSink) => sink.mails.map(({ envelope }) => envelope.to[0]).sort();

test("a comment reaches the author of the thread by SMTP, as a mail that belongs to its thread", async () => {
  const { w, sink } = await smtpWorld();
  await startThread(w);
  await comment(w, "lin", "look <b>here</b>");
  await comment(w, "lin", "and there");
  await w.drain();
  expect(sink.mails.length).toBe(2);
  const [one, other] = sink.mails;
  expect(one?.envelope).toStrictEqual({ from: "hello@acme.example", to: ["ada@example.com"] });
  expect(one?.from?.value[0]?.address).toBe("hello@acme.example");
  expect(one?.to).toMatchObject({ value: [{ address: "ada@example.com", name: "ada" }] });
  expect(sink.mails.map(({ text }) => text).join()).toContain("look <b>here</b>");
  expect(sink.mails.map(({ html }) => html).join()).not.toContain("<b>here");
  expect(one?.messageId).not.toBe(other?.messageId);
  expect(one?.inReplyTo).toBe(other?.inReplyTo);
  expect(one?.headers.get("auto-submitted")).toBe("auto-generated");
  expect(sink.connections).toBeLessThanOrEqual(2);
  expect(await mailOutcomes(w, "ada")).toMatchObject([{ status: "sent" }, { status: "sent" }]);
});

test("names, comments and subjects inject neither headers nor recipients", async () => {
  const { w, sink } = await smtpWorld();
  const name = 'ada\r\nBcc: eve@example.com <eve@example.com>, "';
  await w.ok("/v2/users/update", {
    organizationId: "acme",
    users: [{ userId: "ada", name, email: "ada@example.com" }],
  });
  await startThread(w);
  const from = { userId: "lin", name: "Lin\r\nBcc: eve@example.com\r\n\r\nbody" };
  const commentData = [{ commentText: "x\r\n.\r\nRCPT TO:<eve@example.com>", from, triggerNotification: true }];
  const thread = { organizationId: "acme", documentId: "plan", annotationId: "ann" };
  await w.ok("/v2/commentannotations/comments/add", { ...thread, commentData });
  await w.drain();
  expect(sink.offered).toStrictEqual(["ada@example.com"]);
  const [mail] = sink.mails;
  expect(mail?.headers.has("bcc")).toBe(false);
  expect(mail?.to).toMatchObject({ value: [{ address: "ada@example.com" }] });
  expect(mail?.subject).not.toMatch(/[\r\n]/);
});

test("a refused recipient does not prevent mails to the others, and gets none for 30 days or until the address changes", async () => {
  const { w, sink } = await smtpWorld();
  sink.answerRecipient = (address) =>
    address === "ada@example.com" ? { responseCode: 550, message: "5.1.1 no ada@example.com here" } : undefined;
  await startThread(w, { assignedTo: { userId: "grace", email: "grace@example.com" } });
  await comment(w, "lin", "hello {{bob}}");
  await w.drain();
  expect(recipients(sink)).toStrictEqual(["bob@example.com", "grace@example.com"]);
  const [refused] = await mailOutcomes(w, "ada");
  expect(refused).toMatchObject({ status: "failed", why: "The mail server answered 550 5.1.1 to RCPT TO." });

  w.advance(1000);
  await comment(w, "lin", "again");
  await w.drain();
  expect(sink.offered.filter((address) => address === "ada@example.com").length).toBe(1);
  const [suppressed] = await mailOutcomes(w, "ada");
  expect(suppressed).toMatchObject({ status: "failed", why: expect.stringContaining("2026-01-05T09:00:00.000Z") });

  const users = [{ userId: "ada", name: "ada", email: "ada@new.example.com" }];
  await w.ok("/v2/users/update", { organizationId: "acme", users });
  await comment(w, "lin", "third");
  await w.drain();
  expect(recipients(sink)).toContain("ada@new.example.com");
});

test("a mail that a server can't take now is tried again on schedule, one that it refuses permanently is not", async () => {
  const { w, sink } = await smtpWorld();
  await startThread(w);
  sink.answerData = () => ({ responseCode: 451, message: "4.3.0 later" });
  await comment(w, "lin", "hello");
  await w.drain();
  const [waiting] = await mailOutcomes(w, "ada");
  expect(waiting).toMatchObject({ status: "pending", why: "The mail server answered 451 4.3.0 to DATA." });
  sink.answerData = () => undefined;
  w.advance(2 * MINUTE);
  await w.drain();
  expect(recipients(sink)).toStrictEqual(["ada@example.com"]);

  sink.answerData = () => ({ responseCode: 554, message: "5.6.0 no" });
  await comment(w, "lin", "refused");
  await w.drain();
  w.advance(HOUR);
  await w.drain();
  expect((await mailOutcomes(w, "ada"))[0]).toMatchObject({ status: "failed" });
  expect(sink.offered.length).toBe(3);
});

test("a server that is unreachable gets the mail when it is back", async () => {
  const { w, sink } = await smtpWorld();
  await startThread(w);
  const port = Number(new URL(w.context.settings.mail?.smtpUrl ?? "").port);
  await sink.close();
  await comment(w, "lin", "hello");
  await w.drain();
  expect((await mailOutcomes(w, "ada"))[0]).toMatchObject({
    status: "pending",
    why: expect.stringContaining("reached"),
  });
  const back = new SmtpSink();
  await back.listen(port);
  w.advance(2 * MINUTE);
  await w.drain();
  await back.close();
  expect(recipients(back)).toStrictEqual(["ada@example.com"]);
});

test("a server that refuses connections gets the mail when it accepts them again, however final its refusal sounds", async () => {
  const { w, sink } = await smtpWorld();
  await startThread(w);
  sink.answerConnection = () => ({ responseCode: 554, message: "5.7.1 not from your address" });
  await comment(w, "lin", "hello");
  await w.drain();
  const [waiting] = await mailOutcomes(w, "ada");
  expect(waiting).toMatchObject({ status: "pending", why: "The mail server answered 554 5.7.1 to CONN." });
  sink.answerConnection = () => undefined;
  w.advance(2 * MINUTE);
  await w.drain();
  expect(recipients(sink)).toStrictEqual(["ada@example.com"]);
});

test("a server whose certificate is not valid gets no mail, and the outcome says why", async () => {
  const encrypting = new SmtpSink({ offersTls: true });
  const port = await encrypting.listen();
  onTestFinished(() => encrypting.close());
  const { w } = await smtpWorld({}, { smtpUrl: `smtp://127.0.0.1:${port}` });
  const { data } = await w.ok("/v2/workspace/emailconfig/test", { email: "ada@example.com" });
  expect(data).toMatchObject({ status: "later", why: "The certificate of the mail server is not valid." });
  expect(encrypting.mails).toStrictEqual([]);
});

test("mails to one person and mails of one API key are limited, and those above the limits are sent later", async () => {
  const { w, sink } = await smtpWorld({}, { perRecipient: 2, perMinute: 3 });
  await startThread(w);
  for (const text of ["one", "two", "three", "four"]) await comment(w, "lin", text);
  await w.drain();
  expect(recipients(sink)).toStrictEqual(["ada@example.com", "ada@example.com"]);
  const reasons = (await mailOutcomes(w, "ada")).map(({ why }) => why).filter(Boolean);
  expect(reasons.sort()).toStrictEqual([
    "The API key has sent 3 mails in this minute.",
    "The person got 2 mails in this hour.",
  ]);
  for (let i = 0; i < 8; i++) {
    w.advance(30 * MINUTE);
    await w.drain();
  }
  expect(recipients(sink).length).toBe(4);
});
