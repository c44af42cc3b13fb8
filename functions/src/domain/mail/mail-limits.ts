import type { MailSettings } from "#src/context";

/** Defaults of the operator's settings. */
export const defaultMailLimits: Pick<MailSettings, "perMinute" | "perRecipient"> = {
  perMinute: 6000,
  perRecipient: 60,
};
