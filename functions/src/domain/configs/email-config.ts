import * as z from "zod";
import { commentGroups, huddleTriggers, standardCommentTriggers } from "#domain/events/types";
import { EmailOrNone, Secret } from "./fields.ts";
import { mergeConfig } from "./merge-config.ts";
import { unmasked } from "./secrets.ts";
import { hasTriggers, switched, triggersOf } from "./triggers.ts";

/** How e-mails are sent (docs/behaviour.md#e-mail-configuration). */
export const EmailServiceConfig = z
  .object({
    type: z.enum(["default", "sendgrid", "custom"]),
    /** Key of the provider: encrypted at rest, masked in every reply. */
    apiKey: Secret,
    fromEmail: EmailOrNone,
    fromCompany: z.string().max(1000),
    commentTemplateId: z.string().max(1000),
    tagTemplateId: z.string().max(1000),
    triggers: triggersOf([...commentGroups, "huddle"]),
  })
  .partial();
export type EmailServiceConfig = z.infer<typeof EmailServiceConfig>;

/** E-mail configuration, as stored and as sent to change it: what is left out stays. */
export const EmailConfig = z.object({ useEmailService: z.boolean(), emailServiceConfig: EmailServiceConfig }).partial();
export type EmailConfig = z.infer<typeof EmailConfig>;

/** What a reader sees where nothing is stored. */
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

/** The triggers of the first enable: standard comment triggers and all of huddles. */
function defaultTriggers(): Record<string, boolean> {
  return switched([...standardCommentTriggers, ...huddleTriggers], true);
}

/**
 * The configuration after a change: the first enable, or the provider type `custom`, fills in the defaults
 * when no triggers are stored. Stored fields stay over defaults, the request lies over all.
 */
export function changeEmailConfig(stored: EmailConfig, request: EmailConfig): EmailConfig {
  const given = unmasked("email", stored, request);
  const isEnabling = given.useEmailService === true || given.emailServiceConfig?.type === "custom";
  return isEnabling && !hasTriggers(stored.emailServiceConfig?.triggers)
    ? seedEmailConfig(stored, given)
    : mergeConfig(stored, given);
}

/** The configuration with its defaults below it, whatever is stored. */
export function seedEmailConfig(stored: EmailConfig, given: EmailConfig): EmailConfig {
  const defaults: EmailConfig = { emailServiceConfig: { type: "custom", triggers: defaultTriggers() } };
  return mergeConfig(defaults, stored, { useEmailService: true }, given);
}
