import type { EmbeddedUser } from "#platform/shapes/embedded-user";
import type { Messages, NotificationContent } from "./notification.ts";

/** Maximum length of a notification's text as people read it, in UTF-16 units. */
const MAX_TEXT = 10_000;

/** Maximum number of variables that are filled in a text. */
const MAX_VARIABLES = 100;

/** A name in single curly brackets. Double brackets are plain text. */
const VARIABLE = /(?<!\{)\{([^{}]{1,200})\}(?!\})/g;

/** Fills the templates of a notification with their data. */
export function messagesOf(content: NotificationContent): Messages {
  const { actionUser, displayHeadlineMessageTemplate: headline, displayBodyMessageTemplate: body } = content;
  const data = [content.displayHeadlineMessageTemplateData ?? {}, { actionUser }];
  const text =
    content.displayBodyMessage ?? fillTemplate(body, [content.displayBodyMessageTemplateData ?? {}, ...data]);
  const title = fillTemplate(headline, data);
  const isLong = [title, text].some((one) => one !== undefined && one.length > MAX_TEXT);
  return {
    ...(title !== undefined && { displayHeadlineMessage: title.slice(0, MAX_TEXT) }),
    ...(text !== undefined && { displayBodyMessage: text.slice(0, MAX_TEXT) }),
    ...(isLong && { isTruncated: true }),
  };
}

/** A template with the values of its variables; a variable without a value stays as it is written. */
function fillTemplate(template: string | undefined, data: readonly object[]): string | undefined {
  if (template === undefined) return undefined;
  const source = template.slice(0, MAX_TEXT + 1);
  let text = "";
  let end = 0;
  // The sizes of template and data are bounded, but that of the filled text would be their product.
  for (const { 0: variable, 1: name = "", index } of source.matchAll(VARIABLE).take(MAX_VARIABLES)) {
    if (text.length > MAX_TEXT) break;
    text += source.slice(end, index) + (valueFrom(name.trim(), data)?.slice(0, MAX_TEXT + 1) ?? variable);
    end = index + variable.length;
  }
  return text + source.slice(end);
}

/** The value of a variable as text, from the first object that has one. */
function valueFrom(name: string, data: readonly object[]): string | undefined {
  const values = data.map((place) => textOf(valueAt(place, name)));
  return values.find((text) => text !== undefined);
}

/** A text or number as it is, and a user's name, or id if there is no name; nothing else can be part of a text. */
function textOf(value: unknown): string | undefined {
  if (typeof value === "string" || typeof value === "number") return value.toString();
  const { userId, name } = (value ?? {}) as Partial<EmbeddedUser>;
  return [name, userId].find((text) => typeof text === "string" && text !== "");
}

/** The value at a path such as `actionUser.name`; a key may contain dots itself. */
function valueAt(place: object, path: string): unknown {
  if (Object.hasOwn(place, path)) return place[path as keyof typeof place];
  return path.split(".").reduce<unknown>((value, key) => {
    const isMap = typeof value === "object" && value !== null && Object.hasOwn(value, key);
    return isMap ? value[key as keyof typeof value] : undefined;
  }, place);
}
