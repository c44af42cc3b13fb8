import { headerText } from "#domain/mail/mail-address";
import type { MessageItem } from "./channels/channel.ts";
import { shortened } from "./mails/shortened.ts";

/** Maximum length of a name or headline, in UTF-16 units. */
const MAX_LINE = 300;

/** Text that people have written, as one line without control characters. */
export function oneLine(text: string): string {
  return headerText(text, MAX_LINE);
}

/** The name of the document of an item. */
export function nameOf({ document }: Pick<MessageItem, "document">): string {
  return oneLine(document.documentName || document.documentId);
}

/** The lines of a comment without control characters. @param maxLength of all of them, in UTF-16 units. */
export function linesOf(text: string | undefined, maxLength: number): string[] {
  if (!text) return [];
  return shortened(text, maxLength)
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map((line) => line.replaceAll(/\p{Cc}/gu, " "));
}
