import { expect, test } from "@jest/globals";
import { keepSweeping } from "#domain/sweep/jobs/sweep";
import { findApiKey } from "#domain/workspaces/store/api-keys";
import { comment, configure, noticeWorld, startThread } from "#testing/fixtures/notifications/notices";
import { dump } from "#testing/harness/store/store-dump";
import type { World } from "#testing/harness/world";
import { listMails, readMail } from "./mailbox.ts";

/** A world whose mailbox contains a mail to Ada about Lin's comment. */
async function mailboxWorld(): Promise<World> {
  const mail = { hasMailbox: true, perMinute: 0, perRecipient: 0 };
  const w = await noticeWorld({}, { settings: { mail } });
  await w.ok("/v2/workspace/emailconfig/update", {
    useEmailService: true,
    emailServiceConfig: { fromCompany: "Acme" },
  });
  await startThread(w);
  await comment(w, "lin", "look <b>here</b>");
  await w.drain();
  return w;
}

/** The collections of all stored mails and their recipients. */
async function storedMails(w: World): Promise<string[]> {
  const paths = Object.keys(await dump(w.context.store));
  return paths.filter((path) => /\/(mails|mailRecipients)\//.test(path)).map((path) => path.split("/").at(-2) ?? "");
}

test("without any other way to send, a comment's mail is stored, with the people whom it concerns", async () => {
  const w = await mailboxWorld();
  const apiKey = await findApiKey(w.context.store, w.tenant.apiKeyId);
  if (!apiKey) throw new Error("there is no API key");
  const call = { ...w.context, requestId: "r", apiKey };
  expect(await listMails(call)).toMatchObject({
    count: 1,
    mails: [{ number: 1, time: w.context.now(), to: { address: "ada@example.com" }, subject: "plan: first" }],
  });
  const mail = await readMail(call, 1);
  expect(mail?.text).toContain("look <b>here</b>");
  expect(mail?.from).toStrictEqual({ name: "lin via Acme", address: "atrium@localhost" });
  const [[, mailJson] = []] = Object.entries(await dump(w.context.store)).filter(([path]) => path.includes("/mails/"));
  for (const concerned of ['"organizationId":"acme"', '"userId":"ada"', '"actorIds":["lin","ada"]'])
    expect(mailJson).toContain(concerned);
});

test("deleting a person's data deletes the mails that go to them or quote them, in the given organizations only", async () => {
  const w = await mailboxWorld();
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "globex" }] });
  await w.ok("/v2/users/data/delete", { userIds: ["lin"], organizationIds: ["globex"] });
  await w.drain();
  expect(await storedMails(w)).toStrictEqual(["mailRecipients", "mails"]);
  await w.ok("/v2/users/data/delete", { userIds: ["lin"] });
  await w.drain();
  expect(await storedMails(w)).toStrictEqual(["mailRecipients"]);
  await w.ok("/v2/users/data/delete", { userIds: ["ada"] });
  await w.drain();
  expect(await storedMails(w)).toStrictEqual([]);
});

test("a person's data contains the mails to them and the outcomes of their notifications, including those that wait", async () => {
  const w = await mailboxWorld();
  await configure(w, { delaySeconds: 60 });
  await comment(w, "lin", "later");
  await w.drain();
  const dataOf = async (userId: string) => (await w.ok("/v2/users/data/get", { organizationId: "acme", userId })).data;
  const { mails, notificationDeliveries } = await dataOf("ada");
  expect(mails).toMatchObject([{ organizationId: "acme", time: expect.any(Number), subject: "plan: first" }]);
  expect(mails[0].text).toContain("look <b>here</b>");
  const states = notificationDeliveries.map(({ state }: { state: string }) => state);
  expect(states.sort()).toStrictEqual(["delivered", "held"]);
  expect(await dataOf("lin")).toMatchObject({ mails: [], notificationDeliveries: [] });
});

test("mails are deleted with their organization, and those of others stay", async () => {
  const w = await mailboxWorld();
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "globex" }] });
  await w.ok("/v2/organizations/delete", { organizationIds: ["globex"] });
  await w.drain();
  expect(await storedMails(w)).toStrictEqual(["mailRecipients", "mails"]);
  await w.ok("/v2/organizations/delete", { organizationIds: ["acme"] });
  await w.drain();
  expect(await storedMails(w)).toStrictEqual([]);
});

test("mails, and what is known of their recipients, are deleted after 30 days", async () => {
  const w = await mailboxWorld();
  w.advance(31 * 86_400_000);
  await keepSweeping(w.context);
  await w.drain();
  expect(await storedMails(w)).toStrictEqual([]);
});
