import { expect, test } from "@jest/globals";
import { readSettings } from "./settings.ts";

const smtp = "smtps://user:secret@smtp.example.com";

test("without an SMTP server the machine keeps the mails", () => {
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

test("settings that would send no mail are refused at the start, without the secret", () => {
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
