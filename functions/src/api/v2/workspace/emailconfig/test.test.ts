import { expect, jest, test } from "@jest/globals";
import { smtpWorld } from "#testing/fixtures/mail/smtp-world";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { noRoundTrip } from "#testing/harness/properties/round-trip";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/emailconfig/test";
const emailServiceConfig = { type: "sendgrid", apiKey: "SG.secret", fromEmail: "hello@acme.example" };

test("it sends one mail to the address, whether or not mails are enabled", async () => {
  const { w, sink } = await smtpWorld();
  await w.ok("/v2/workspace/emailconfig/update", { useEmailService: false });
  const { message, data } = await w.ok(path, { email: "ops@acme.example" });
  expect([message, data]).toStrictEqual(["E-mail sent successfully.", { status: "sent", transport: "smtp" }]);
  expect(sink.mails.map(({ envelope }) => envelope.to)).toStrictEqual([["ops@acme.example"]]);
  expect(sink.mails[0]?.text).toContain("configuration works");
});

test("it reports why a mail was not sent, without the address and the secret", async () => {
  const { w, sink } = await smtpWorld();
  sink.answerRecipient = () => ({ responseCode: 550, message: "5.1.1 nobody@acme.example is unknown" });
  expect((await w.ok(path, { email: "nobody@acme.example" })).data).toStrictEqual({
    status: "bounced",
    transport: "smtp",
    why: "The mail server answered 550 5.1.1 to RCPT TO.",
  });
  await w.ok("/v2/workspace/emailconfig/update", { emailServiceConfig });
  w.receivers.answer = () => ({ status: 401, body: '{"errors":[{"message":"SG.secret"}]}' });
  const { data } = await w.ok(path, { email: "nobody@acme.example" });
  expect(data).toMatchObject({ status: "failed", transport: "sendgrid", why: expect.stringContaining("HTTP 401") });
  expect(JSON.stringify([data, w.logged])).not.toMatch(/SG\.secret|nobody@/);
});

test("an unresponsive mail server is given up on before the caller gives up the call", async () => {
  const { w, sink } = await smtpWorld();
  sink.isSilent = true;
  const { timeout } = AbortSignal;
  const waits = jest.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout.call(AbortSignal, ms / 200));
  onTestFinished(() => waits.mockRestore());
  const { data } = await w.ok(path, { email: "ops@acme.example" });
  expect(data).toStrictEqual({
    status: "later",
    transport: "smtp",
    why: "The mail server took no mail within 20 s.",
  });
});

test("without a transport, a sender or a proper address it says what to set", async () => {
  const w = await world();
  const outcomes = async (email: string) => (await w.ok(path, { email })).data;
  expect((await outcomes("a@b.example")).why).toMatch(/SMTP_URL/);
  await w.ok("/v2/workspace/emailconfig/update", { emailServiceConfig: { ...emailServiceConfig, fromEmail: "" } });
  expect((await outcomes("a@b.example")).why).toMatch(/fromEmail/);
  await w.ok("/v2/workspace/emailconfig/update", { emailServiceConfig });
  for (const email of ["a@b.example, eve@x.example", "Ada <a@b.example>", "a@b\r\nBcc: eve@x.example", "nobody"])
    expect(await outcomes(email)).toMatchObject({ status: "failed" });
  expect(w.receivers.calls).toStrictEqual([]);
  expect((await w.fails(path, { email: "" })).status).toBe("INVALID_ARGUMENT");
});

test("an API key may send at most ten test mails a minute", async () => {
  const { w, sink } = await smtpWorld();
  for (let i = 0; i < 10; i++) await w.ok(path, { email: "ops@acme.example" });
  const { status, http } = await w.fails(path, { email: "ops@acme.example" });
  expect([status, http, sink.mails.length]).toStrictEqual(["RESOURCE_EXHAUSTED", 429, 10]);
  w.advance(60_000);
  await w.ok(path, { email: "ops@acme.example" });
});

noRoundTrip(path, "It stores nothing.");
