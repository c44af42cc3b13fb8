import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { MailSettings } from "@atrium/functions/context";
import { mailVariables } from "@atrium/functions/domain/notifications/mails/mail-values";
import { nearest } from "@atrium/functions/http/hints/nearest";
import { parseTemplate, type Template } from "@atrium/functions/platform/text/template";
import { type Environment, SettingsError } from "./environment.ts";

/** The template files of the folder, by the part of a mail that each replaces. */
const files = { html: "notices.html", text: "notices.txt" } as const;

/** Variables that every template must contain: without them readers could not find the place or unsubscribe. */
const REQUIRED = ["url", "unsubscribeUrl"];

/** Longest template in UTF-16 units: some mail programs truncate mails of more than 100 kB. */
const MAX_TEMPLATE = 65_536;

/**
 * Reads the operator's mail templates; undefined if there are none.
 * @throws SettingsError naming the file and what is wrong with it.
 */
export function readMailTemplates(environment: Environment): MailSettings["templates"] {
  const folder = environment.get("MAIL_TEMPLATES");
  if (folder === undefined) return undefined;
  const names = namesIn(folder);
  const templateFiles: readonly string[] = Object.values(files);
  const strange = names.find((name) => /\.(html?|txt)$/.test(name) && !templateFiles.includes(name));
  if (strange !== undefined)
    throw new SettingsError(
      `MAIL_TEMPLATES: ${join(folder, strange)} is not used for any mail. Rename it to ${templateFiles.join(" or ")}, or move it elsewhere.`,
    );
  const { html, text } = files;
  if (!templateFiles.some((name) => names.includes(name)))
    throw new SettingsError(
      `MAIL_TEMPLATES: ${folder} contains neither ${html} nor ${text}. Add one of them, or both.`,
    );
  return {
    ...(names.includes(html) && { html: readTemplate(join(folder, html)) }),
    ...(names.includes(text) && { text: readTemplate(join(folder, text)) }),
  };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw new SettingsError(`MAIL_TEMPLATES must be a folder that can be read: ${(error as Error).message}.`);
  }
}

function readTemplate(file: string): Template {
  const template = parseFile(file);
  for (const name of template.names) {
    if (Object.hasOwn(mailVariables, name)) continue;
    const suggestion = nearest(name, Object.keys(mailVariables));
    const hint = suggestion === undefined ? "docs/settings.md lists the variables." : `Did you mean {{${suggestion}}}?`;
    throw new SettingsError(`${file}: there is no variable {{${name}}}. ${hint}`);
  }
  const missing = REQUIRED.find((name) => !template.names.has(name));
  if (missing !== undefined)
    throw new SettingsError(`${file} needs the variable {{${missing}}}: ${mailVariables[missing as "url"]}`);
  return template;
}

function parseFile(file: string): Template {
  try {
    const text = readFileSync(file, "utf8").replaceAll("\r\n", "\n");
    if (text.length > MAX_TEMPLATE) throw new Error(`It has more than ${MAX_TEMPLATE} characters.`);
    return parseTemplate(text);
  } catch (error) {
    throw new SettingsError(`${file} is not a valid template: ${(error as Error).message}`);
  }
}
