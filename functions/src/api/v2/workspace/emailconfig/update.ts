import * as z from "zod";
import { changeEmailConfig, EmailConfigChange, EmailServiceConfig } from "#domain/configs/email-config";
import { shownConfig } from "#domain/configs/shown-config";
import { updateConfig } from "#domain/configs/store/configs";
import { notifiedTypes } from "#domain/notifications/store/notice-settings";
import { endpoint } from "#http/endpoint";
import { nothingToChange } from "#src/errors";

export default endpoint({
  path: "/v2/workspace/emailconfig/update",
  auth: "apiKey",
  kind: "write",
  audit: { action: "config.update", target: () => ({ config: "email" }) },
  summary:
    "Change how e-mails are sent. Omitted fields stay unchanged, and null removes a field; enabling it for the first time fills in the defaults.",
  input: EmailConfigChange,
  output: z.object({ useEmailService: z.boolean(), emailServiceConfig: EmailServiceConfig }),
  cost: { reads: 1, writes: 2, trips: 2 },
  example: {
    useEmailService: true,
    emailServiceConfig: { type: "sendgrid", fromCompany: "Acme", triggers: { "comment_annotation.add": true } },
  },
  async handle(call, input) {
    if (input.useEmailService === undefined && input.emailServiceConfig === undefined)
      throw nothingToChange(
        "Invalid email service configuration. At least one of useEmailService or emailServiceConfig must be provided.",
      );
    const config = await updateConfig(call, "email", (currentConfig = {}) => changeEmailConfig(currentConfig, input));
    notifiedTypes(call).forget(call);
    return { message: "Email configuration updated successfully.", data: shownConfig("email", config) };
  },
});
