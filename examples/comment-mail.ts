// Writes a comment that mentions somebody, and waits for the mail that follows.
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createClient } from "@atrium/client";

const help = `node examples/comment-mail.ts
ATRIUM_API_KEY and ATRIUM_AUTH_TOKEN must be set in the environment, and ATRIUM_URL if the server runs on another machine.`;

async function main() {
  const { values } = parseArgs({ options: { help: { type: "boolean" } } });
  if (values.help) return console.log(help);
  const { ATRIUM_URL: baseUrl = "http://127.0.0.1:5050" } = process.env;
  const { ATRIUM_API_KEY: apiKey, ATRIUM_AUTH_TOKEN: authToken } = process.env;
  if (!apiKey || !authToken) throw new Error("Set ATRIUM_API_KEY and ATRIUM_AUTH_TOKEN; examples/README.md says how.");
  const atrium = createClient({ baseUrl, apiKey, authToken });
  await atrium.workspace.emailconfig.update({ useEmailService: true, emailServiceConfig: { fromCompany: "Acme" } });
  const [organizationId, documentId] = ["acme", "plan"];
  const users = [{ userId: "lin", name: "Lin Wei", email: "lin@example.com" }];
  await atrium.users.add({ organizationId, createOrganization: true, users });
  const documents = [{ documentId, documentName: "Plan for 2026" }];
  await atrium.organizations.documents.add({ organizationId, documents });
  const from = { userId: "ada", name: "Ada Lovelace" };
  const commentData = [{ commentText: "{{lin}}, is this your figure?", from, triggerNotification: true }];
  await atrium.commentannotations.add({ organizationId, documentId, commentAnnotations: [{ commentData }] });
  for (let i = 0; i < 100; i++) {
    const { data } = await atrium.notifications.deliveries.get({ organizationId, userId: "lin" });
    const [notice] = data;
    const waitsUntil = notice?.heldUntil ?? notice?.batchedUntil ?? 0;
    if (waitsUntil > Date.now() + 10_000)
      return console.log(
        `${notice?.state} until ${new Date(waitsUntil).toISOString()}, as the notification configuration says`,
      );
    const mail = notice?.channels.find(({ channel }) => channel === "email");
    if (mail && mail.status !== "pending")
      return console.log(
        `${mail.status}: ${mail.why ?? `${baseUrl}/mail shows it, and \`npx atrium open mail\` prints a link to it`}`,
      );
    await pause(100);
  }
  throw new Error(`No mail was sent within 10 s; the page ${baseUrl}/console/notifications may say why.`);
}

await main().catch((error: NodeJS.ErrnoException) => {
  const usage = error.code?.startsWith("ERR_PARSE_ARGS") ? `\n\n${help}` : "";
  console.error(error.message + usage);
  process.exitCode = 1;
});
