import { expect, test } from "@jest/globals";
import { parseTemplate } from "#platform/text/template";
import type { MailSettings } from "#src/context";
import { mailOutcomes } from "#testing/fixtures/mail/smtp-world";
import { comment, noticeWorld, startThread, textsFor, thread } from "#testing/fixtures/notifications/notices";
import type { World } from "#testing/harness/world";

/** A world whose API key sends mails by SendGrid to everybody whom an event directly involves. */
async function mailWorld(mail: Partial<MailSettings> = {}): Promise<World> {
  const settings = { mail: { hasMailbox: false, perMinute: 0, perRecipient: 0, ...mail } };
  const w = await noticeWorld({}, { settings });
  await w.ok("/v2/workspace/emailconfig/update", {
    useEmailService: true,
    emailServiceConfig: { type: "sendgrid", apiKey: "SG.secret", fromEmail: "hello@acme.example", fromCompany: "Acme" },
  });
  return w;
}

test("a comment reaches the author of the thread by SendGrid, with the ids of its thread", async () => {
  const w = await mailWorld();
  await startThread(w);
  await comment(w, "lin", "look <b>here</b>");
  await w.drain();
  const [{ url, headers, json }, ...others] = w.receivers.calls as [(typeof w.receivers.calls)[0]];
  expect(others).toStrictEqual([]);
  expect(url).toBe("https://api.sendgrid.com/v3/mail/send");
  expect(headers.authorization).toBe("Bearer SG.secret");
  expect(json.personalizations).toStrictEqual([{ to: [{ email: "ada@example.com", name: "ada" }] }]);
  expect(json.from).toStrictEqual({ email: "hello@acme.example", name: "lin via Acme" });
  expect(json.headers["Message-ID"]).toMatch(/^<[^<>@\s]+@acme\.example>$/);
  expect(json.headers.References).toBe(json.headers["In-Reply-To"]);
  expect(json.content[0].value).toContain("look <b>here</b>");
  expect(json.content[1].value).not.toContain("<b>here");
  expect(await mailOutcomes(w, "ada")).toMatchObject([{ status: "sent" }]);
  expect(JSON.stringify(w.logged)).not.toContain("SG.secret");
});

test("people read a comment that was sent as HTML alone, in the inbox and in mails", async () => {
  const w = await mailWorld();
  await startThread(w);
  const commentHtml = "<p>look <b>here</b>, {{ada}}</p><p>a &lt; b</p>";
  const commentData = [{ commentHtml, from: { userId: "lin", name: "lin" }, triggerNotification: true }];
  await w.ok("/v2/commentannotations/comments/add", { ...thread, commentData });
  await w.drain();
  const [{ json }] = w.receivers.calls as [(typeof w.receivers.calls)[0]];
  expect(json.content[0].value).toContain("> look here, @ada\n> a < b\n");
  expect(json.content[1].value).toContain("a &lt; b<br>");
  expect(await textsFor(w, "ada")).toStrictEqual(["look here, @ada\na < b"]);
});

test("a person without a valid address gets no mail, and the failure is recorded", async () => {
  const w = await mailWorld();
  const users = [{ userId: "ada", name: "ada", email: "ada@example.com, eve@example.com" }];
  await w.ok("/v2/users/update", { organizationId: "acme", users });
  await startThread(w);
  await comment(w, "lin", "hello");
  await w.drain();
  expect(w.receivers.calls).toStrictEqual([]);
  expect(await mailOutcomes(w, "ada")).toMatchObject([{ status: "failed" }]);
});

test("a mail is composed from the operator's templates", async () => {
  const w = await mailWorld({ templates: { html: parseTemplate("<p>{{company}}: {{title}}</p>") } });
  await startThread(w);
  await comment(w, "lin", "hello");
  await w.drain();
  const [{ json }] = w.receivers.calls as [(typeof w.receivers.calls)[0]];
  const [text, html] = json.content;
  expect(html.value).toMatch(/^<p>Acme: lin [^<]*<\/p>$/);
  expect(text.value).toContain("> hello");
});
