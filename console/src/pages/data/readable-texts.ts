import type { Comment, Notification } from "@atrium/client";

/** A name in single curly brackets; double brackets are plain text. */
const VARIABLE = /(?<!\{)\{([^{}]{1,200})\}(?!\})/g;
/** A person or group that a comment mentions by id. */
const MENTION = /\{\{([^{}\n]{1,500})\}\}/g;

/** What a notification says, with the values of its data in place of the variables. */
export function textOfNotification(notification: Notification): string {
  const {
    actionUser,
    displayBodyMessage,
    displayBodyMessageTemplate,
    displayBodyMessageTemplateData = {},
  } = notification;
  const { displayHeadlineMessageTemplate = "", displayHeadlineMessageTemplateData = {} } = notification;
  const ofHeadline = [displayHeadlineMessageTemplateData, { actionUser }];
  return (
    displayBodyMessage ||
    filled(displayBodyMessageTemplate ?? "", [displayBodyMessageTemplateData, ...ofHeadline]) ||
    filled(displayHeadlineMessageTemplate, ofHeadline)
  );
}

function filled(template: string, places: readonly object[]): string {
  return template.replace(VARIABLE, (variable, name: string) => {
    const values = places.map((place) => valueAt(place, name.trim()));
    return values.find((value) => typeof value === "string" || typeof value === "number")?.toString() ?? variable;
  });
}

/** What a comment says, with names in place of the ids of those whom it mentions. */
export function textOfComment({
  commentText,
  taggedUserContacts = [],
}: Pick<Comment, "commentText" | "taggedUserContacts">): string {
  const names = new Map(taggedUserContacts.map(({ userId, contact }) => [userId, contact.name || userId]));
  return (commentText ?? "").replace(MENTION, (_mention, id: string) => `@${names.get(id.trim()) ?? id.trim()}`);
}

/** The value at a path such as `actionUser.name`; a key may contain dots itself. */
function valueAt(place: object, path: string): unknown {
  if (Object.hasOwn(place, path)) return place[path as keyof typeof place];
  return path.split(".").reduce<unknown>((value, key) => {
    const isMap = typeof value === "object" && value !== null && Object.hasOwn(value, key);
    return isMap ? value[key as keyof typeof value] : undefined;
  }, place);
}
