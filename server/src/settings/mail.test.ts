import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expect, test } from "@jest/globals";
import { checkMails } from "../doctor/check-mails.ts";
import { readSettings } from "./settings.ts";

const smtp = "smtps://user:secret@smtp.example.com";

test("without an SMTP server the mails are stored on the machine", () => {
  expect(readSettings({}).service.mail).toStrictEqual({
    smtpUrl: undefined,
    from: undefined,
    hasMailbox: true,
    perMinute: 6000,
    perRecipient: 60,
  });
  const { mail } = readSettings({ SMTP_URL: smtp, MAIL_FROM: "Acme, Inc. <hello@acme.example>" }).service;
  expect(mail).toMatchObject({
    smtpUrl: smtp,
    from: { name: "Acme, Inc.", address: "hello@acme.example" },
    hasMailbox: false,
  });
});

test("settings with which no mail can be sent are refused at the start, without showing the secret", () => {
  const refused = [
    [{ SMTP_URL: smtp }, /^SMTP_URL needs MAIL_FROM/],
    [{ SMTP_URL: "smtp.example.com:25", MAIL_FROM: "a@b.example" }, /^SMTP_URL must be/],
    [{ SMTP_URL: "http://user:secret@x", MAIL_FROM: "a@b.example" }, /^SMTP_URL must be/],
    [{ MAIL_FROM: "nobody" }, /^MAIL_FROM must be an address/],
    [{ MAIL_FROM: "A <a@b.example>\r\nBcc: eve@x.example" }, /^MAIL_FROM must be an address/],
    [{ MAIL_LIMIT_PER_MINUTE: "-1" }, /^MAIL_LIMIT_PER_MINUTE must be a whole number/],
  ] as const;
  for (const [variables, message] of refused) {
    expect(() => readSettings(variables)).toThrow(message);
    expect(() => readSettings(variables)).not.toThrow(/secret/);
  }
});

/** A folder with these files, which is removed after the test. */
function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "mail-templates-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test("the operator's templates replace the built-in ones of the same form", () => {
  const folder = folderWith({ "notices.txt": "{{title}}: {{url}} {{unsubscribeUrl}}", "README.md": "ours" });
  const { mail } = readSettings({ MAIL_TEMPLATES: folder }).service;
  expect(Object.keys(mail?.templates ?? {})).toStrictEqual(["text"]);
  expect(mail?.templates?.text?.parts).toContainEqual({ variable: "title" });
});

test("templates that can't produce a valid mail end the start with advice", () => {
  const links = "{{url}} {{unsubscribeUrl}}";
  const refused: [Record<string, string>, RegExp][] = [
    [{}, /contains neither notices\.html nor notices\.txt\. Add one/],
    [{ "notice.html": links }, /notice\.html is not used for any mail\. Rename it to notices\.html or/],
    [
      { "notices.html": `{{titel}} ${links}` },
      /notices\.html: there is no variable \{\{titel\}\}\. Did you mean \{\{title\}\}\?/,
    ],
    [{ "notices.html": `{{constructor}} ${links}` }, /no variable \{\{constructor\}\}\. docs\/settings\.md lists/],
    [
      { "notices.html": `{{#documents}} ${links}` },
      /is not a valid template: The section \{\{#documents\}\} has no end/,
    ],
    [
      { "notices.txt": "{{url}}" },
      /notices\.txt needs the variable \{\{unsubscribeUrl\}\}: Where the person unsubscribes/,
    ],
    [{ "notices.txt": `${"x".repeat(70_000)}${links}` }, /It has more than 65536 characters/],
  ];
  for (const [files, message] of refused)
    expect(() => readSettings({ MAIL_TEMPLATES: folderWith(files) })).toThrow(message);
  expect(() => readSettings({ MAIL_TEMPLATES: join(folderWith({}), "none") })).toThrow(
    /^MAIL_TEMPLATES must be a folder/,
  );
});

test("mails that leave the machine without links are reported at the start and by the doctor", () => {
  const sending = { SMTP_URL: smtp, MAIL_FROM: "a@b.example" };
  const linked = { ...sending, ATRIUM_PUBLIC_URL: "https://atrium.example.com" };
  const message = /^SMTP_URL is set without ATRIUM_PUBLIC_URL, so mails have no link.* Set ATRIUM_PUBLIC_URL to/;
  expect(readSettings(sending).notices).toStrictEqual([expect.stringMatching(message)]);
  expect(checkMails(sending)).toStrictEqual({
    check: "mails",
    status: "warning",
    detail: expect.stringMatching(message),
  });
  expect([readSettings(linked).notices, checkMails(linked)?.status]).toStrictEqual([[], "ok"]);
  expect([readSettings({}).notices, checkMails({})]).toStrictEqual([[], undefined]);
  expect(checkMails({ SMTP_URL: smtp })).toMatchObject({
    status: "failed",
    detail: expect.stringMatching(/MAIL_FROM/),
  });
});
