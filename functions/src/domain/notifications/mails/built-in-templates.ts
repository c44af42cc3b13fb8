import { parseTemplate, type Template } from "#platform/text/template";
import { noticesHtml } from "./templates/notices-html.ts";
import { noticesText } from "./templates/notices-text.ts";

/** The templates of a mail. */
export interface MailTemplates {
  html: Template;
  text: Template;
}

/** The templates that are part of this version. */
export const builtInTemplates: MailTemplates = { html: parseTemplate(noticesHtml), text: parseTemplate(noticesText) };
