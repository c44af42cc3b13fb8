import { Environment, SettingsError } from "../settings/environment.ts";
import { missingLinks, readMail } from "../settings/mail.ts";
import type { Finding } from "./check.ts";

/**
 * Checks how mails leave the machine; undefined if they are not sent.
 * @param variables the environment, which is the server's if the command line shares it.
 */
export function checkMails(variables: Record<string, string | undefined>): Finding | undefined {
  const check = "mails";
  try {
    const { smtpUrl } = readMail(new Environment(variables));
    if (smtpUrl === undefined) return undefined;
    const { ATRIUM_PUBLIC_URL: publicUrl } = variables;
    const warning = missingLinks({ smtpUrl }, publicUrl || undefined);
    if (warning !== undefined) return { check, status: "warning", detail: warning };
    return { check, status: "ok", detail: `are sent through SMTP_URL; their links begin with ${publicUrl}` };
  } catch (error) {
    if (error instanceof SettingsError) return { check, status: "failed", detail: error.message };
    throw error;
  }
}
