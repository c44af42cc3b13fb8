import { expect, test } from "@jest/globals";
import { exampleServer, startExample, startsLikeAnyProgram } from "./testing/running-example.ts";

const program = "comment-mail.ts";

test("a mention becomes a mail, which the server keeps, with a link to unsubscribe from such mails", async () => {
  const { server, environment } = await exampleServer();
  const running = startExample(program, [], environment);
  await running.prints(/^sent: http:\S+\/mail shows it, and `npx atrium open mail` prints a link to it$/m);
  const { ATRIUM_API_KEY: apiKey, ATRIUM_AUTH_TOKEN: authToken } = environment;
  const response = await fetch(`${server.url}/mail/messages`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ data: { apiKey, authToken, number: 1 } }),
  });
  const { result } = (await response.json()) as {
    result: { data: { to: object; text: string; unsubscribeUrl: string } };
  };
  expect(result.data.to).toStrictEqual({ name: "Lin Wei", address: "lin@example.com" });
  expect(result.data.text).toContain("> @Lin Wei, is this your figure?");
  const page = await fetch(result.data.unsubscribeUrl);
  expect([page.status, await page.text()]).toStrictEqual([
    200,
    expect.stringContaining("Stop only mails about Plan for 2026"),
  ]);
});

test("if the notification configuration holds the mail back, the program says so instead of waiting", async () => {
  const { atrium, environment } = await exampleServer();
  const delayConfig = { isEnabled: true, delaySeconds: 300 };
  await atrium.workspace.notificationconfig.update({
    useNotificationService: true,
    notificationServiceConfig: { delayConfig },
  });
  const running = startExample(program, [], environment);
  await running.prints(/^held until \S+Z, as the notification configuration says$/m);
  expect(await running.ends()).toBe(0);
});

test("the program explains what it does and what it needs", async () => {
  await startsLikeAnyProgram(program);
});
