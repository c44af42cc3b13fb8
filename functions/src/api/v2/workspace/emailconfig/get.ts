import * as z from "zod";
import { EmailServiceConfig } from "#domain/configs/email-config";
import { shownConfig } from "#domain/configs/shown-config";
import { loadConfig } from "#domain/configs/store/configs";
import { endpoint } from "#http/endpoint";

export default endpoint({
  path: "/v2/workspace/emailconfig/get",
  auth: "apiKey",
  kind: "read",
  summary: "Read how e-mails are sent; the provider's key is masked except for its last 4 characters.",
  input: z.object({}),
  output: z.object({ useEmailService: z.boolean(), emailServiceConfig: EmailServiceConfig }),
  cost: { reads: 1, writes: 0, trips: 1 },
  example: {},
  async handle(call) {
    const data = shownConfig("email", await loadConfig(call.store, call, "email"));
    return { message: "Email configuration retrieved successfully.", data };
  },
});
