import { expect, test } from "@jest/globals";
import { findApiKey } from "#domain/workspaces/store/api-keys";
import { comment, noticeWorld, startThread } from "#testing/fixtures/notifications/notices";
import { dump } from "#testing/harness/store/store-dump";
import { listMails, readMail } from "./mailbox.ts";

test("without any other way to send, a comment becomes a mail that is kept, with whom it concerns beside it", async () => {
  const mail = { hasMailbox: true, perMinute: 0, perRecipient: 0 };
  const w = await noticeWorld({}, { settings: { mail } });
  await w.ok("/v2/workspace/emailconfig/update", {
    useEmailService: true,
    emailServiceConfig: { fromCompany: "Acme" },
  });
  await startThread(w);
  await comment(w, "lin", "look <b>here</b>");
  await w.drain();
  const apiKey = await findApiKey(w.context.store, w.tenant.apiKeyId);
  if (!apiKey) throw new Error("there is no API key");
  const call = { ...w.context, requestId: "r", apiKey };
  expect(await listMails(call)).toMatchObject({
    count: 1,
    mails: [{ number: 1, time: w.context.now(), to: { address: "ada@example.com" }, subject: "plan: first" }],
  });
  const kept = await readMail(call, 1);
  expect(kept?.text).toContain("look <b>here</b>");
  expect(kept?.from).toStrictEqual({ name: "lin via Acme", address: "atrium@localhost" });
  const [[, stored] = []] = Object.entries(await dump(w.context.store)).filter(([path]) => path.includes("/mails/"));
  expect(stored).toContain('"organizationId":"acme","userId":"ada","actorIds":["lin","ada"]');
});
