import { expect, test } from "@jest/globals";
import { comment, noticeWorld, startThread } from "#testing/fixtures/notifications/notices";

const path = "/v2/workspace/mails/get";

test("mails that were kept instead of being sent can be listed and read by their own API key only", async () => {
  const w = await noticeWorld({}, { settings: { mail: { hasMailbox: true, perMinute: 0, perRecipient: 0 } } });
  await w.ok("/v2/workspace/emailconfig/update", {
    useEmailService: true,
    emailServiceConfig: { fromCompany: "Acme" },
  });
  await startThread(w);
  await comment(w, "lin", "look <b>here</b>");
  await w.drain();
  const { data } = await w.ok(path, {});
  expect(data).toMatchObject({ count: 1, mails: [{ number: 1, time: w.context.now(), subject: "plan: first" }] });
  const { mail } = (await w.ok(path, { number: 1, known: 1 })).data;
  expect(mail).toMatchObject({ to: { address: "ada@example.com" }, text: expect.stringContaining("look <b>here</b>") });
  expect((await w.ok(path, { known: 1 })).data.mails).toStrictEqual([]);
  const error = await w.fails(path, { number: 2 });
  expect([error.status, error.message]).toStrictEqual([
    "NOT_FOUND",
    "Mail is no longer kept: only the newest 500 are.",
  ]);
  expect((await w.ok(path, {}, { tenant: await w.newTenant() })).data).toStrictEqual({ count: 0, mails: [] });
});
