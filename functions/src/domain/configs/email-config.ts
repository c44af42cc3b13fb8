import * as z from "zod";
import { commentGroups, huddleTriggers, standardCommentTriggers } from "#domain/events/types";
import { maxCharacters } from "#platform/shapes/contract-check";
import { Email } from "#platform/shapes/fields";
import { type ConfigChange, changeOf } from "./config-change.ts";
import { Secret } from "./fields.ts";
import { mergeConfig } from "./merge-config.ts";
import { unmaskConfig } from "./secrets.ts";
import { hasTriggers, triggersOf, triggersSetTo } from "./triggers.ts";

/** How e-mails are sent (docs/behaviour.md#e-mail-configuration). */
export const EmailServiceConfig = z
  .object({
    type: z.enum(["default", "sendgrid", "custom"]),
    /** Key of the provider: encrypted at rest, masked in every reply. */
    apiKey: Secret,
    fromEmail: Email,
    fromCompany: z.string().check(maxCharacters(1000)),
    commentTemplateId: z.string().check(maxCharacters(1000)),
    tagTemplateId: z.string().check(maxCharacters(1000)),
    triggers: triggersOf([...commentGroups, "huddle"]),
  })
  .partial();
export type EmailServiceConfig = z.infer<typeof EmailServiceConfig>;

/** E-mail configuration, as stored. */
export const EmailConfig = z.object({ useEmailService: z.boolean(), emailServiceConfig: EmailServiceConfig }).partial();
export type EmailConfig = z.infer<typeof EmailConfig>;

/** A change of the e-mail configuration. */
export const EmailConfigChange = changeOf(EmailConfig);
export type EmailConfigChange = ConfigChange<EmailConfig>;

/** Defaults that readers get if nothing is stored. */
export const emailDefaults: Required<EmailConfig> = {
  useEmailService: false,
  emailServiceConfig: {
    type: "default",
    apiKey: "",
    fromEmail: "",
    fromCompany: "",
    commentTemplateId: "",
    tagTemplateId: "",
  },
};

/** Triggers that enabling e-mail for the first time sets: the standard comment triggers and all huddle triggers. */
function defaultTriggers(): Record<string, boolean> {
  return triggersSetTo([...standardCommentTriggers, ...huddleTriggers], true);
}

/**
 * The configuration after a change. Enabling it, or the provider type `custom`, fills in the defaults when no triggers are
 * stored. Stored fields take precedence over defaults, and the request over both.
 */
export function changeEmailConfig(currentConfig: EmailConfig, request: EmailConfigChange): EmailConfig {
  const change = unmaskConfig("email", currentConfig, request);
  const isEnabling = change.useEmailService === true || change.emailServiceConfig?.type === "custom";
  return isEnabling && !hasTriggers(currentConfig.emailServiceConfig?.triggers)
    ? seedEmailConfig(currentConfig, change)
    : mergeConfig<EmailConfig>(currentConfig, change);
}

/** The configuration after a change, on top of the defaults. */
export function seedEmailConfig(currentConfig: EmailConfig, change: EmailConfigChange): EmailConfig {
  const defaults: EmailConfig = { emailServiceConfig: { type: "custom", triggers: defaultTriggers() } };
  return mergeConfig<EmailConfig>(defaults, currentConfig, { useEmailService: true }, change);
}
