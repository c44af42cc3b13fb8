import * as z from "zod";
import { masked } from "#domain/config-secrets";
import { EmailServiceConfig, emailDefaults } from "#domain/email-config";
import { overDefaults } from "#domain/merge-config";
import { endpoint } from "#http/endpoint";
import { loadConfig } from "#store/configs";

export default endpoint({
  path: "/v2/workspace/emailconfig/get",
  auth: "apiKey",
  kind: "read",
  summary: "Read how e-mails are sent; the provider's key is masked except its last 4 characters.",
  input: z.object({}),
  output: z.object({ useEmailService: z.boolean(), emailServiceConfig: EmailServiceConfig }),
  example: {},
  async handle(call) {
    const stored = (await loadConfig(call.store, call, "email")) ?? {};
    const data = overDefaults(emailDefaults, masked("email", stored));
    return { message: "Email configuration retrieved successfully.", data };
  },
});
