import * as z from "zod";
import { maskSecret } from "#domain/configs/secrets";
import { loadOrganization } from "#domain/organizations/store/organizations";
import { endpoint } from "#http/endpoint";
import { seal } from "#platform/crypto/secrets";
import { maxCharacters } from "#platform/shapes/contract-check";
import { Id } from "#platform/shapes/fields";
import { REMOVE } from "#store/port";

/** The address of an incoming webhook. It is a secret: anybody who knows it can post. */
const WebhookUrl = z
  .string()
  .check(maxCharacters(2000))
  .regex(/^https?:\/\/[^\s]+$/, "must begin with https:// or http:// and contain no spaces.");

export default endpoint({
  path: "/v2/notifications/slack/set",
  auth: "apiKey",
  kind: "write",
  audit: { action: "config.update", target: ({ organizationId }) => ({ config: "slack", organizationId }) },
  summary:
    "Set the Slack incoming webhook of an organization: its notifications are posted there for people who want them in Slack, and null removes it. It is encrypted at rest, and replies mask it.",
  input: z.object({ organizationId: Id, webhookUrl: WebhookUrl.nullable() }),
  output: z.object({ webhookUrl: z.string().nullable() }),
  cost: { reads: 1, writes: 2, trips: 2 },
  example: { organizationId: "acme", webhookUrl: "https://hooks.slack.example.com/services/T0/B0/secret" },
  async handle(call, { organizationId, webhookUrl }) {
    await call.store.transact(async (tx) => {
      const { path } = await loadOrganization(tx, call, organizationId);
      tx.update(path, { slackWebhook: webhookUrl === null ? REMOVE : seal(call.encryptionKey, webhookUrl) });
    });
    return {
      message: "Slack webhook set successfully.",
      data: { webhookUrl: webhookUrl === null ? null : maskSecret(webhookUrl) },
    };
  },
});
