import { MENTION, USER_ID_FIELD, USER_IDS_FIELD } from "#platform/text/named-people";

/** Replaces a deleted user where a user is required. */
export const DELETED_USER = { userId: "deleted-user", name: "Deleted user" } as const;

/** The people whose data is deleted. */
export interface DataSubjects {
  userIds: ReadonlySet<string>;
  /** Their e-mail addresses, in lower case. */
  emails: ReadonlySet<string>;
  /** Their names, compared only with values that are exactly a name and with generated texts. */
  names: ReadonlySet<string>;
}

/**
 * Removes the data subjects from any JSON: an object whose `userId` is theirs becomes `DELETED_USER`, whatever else it
 * contains; their ids are removed from fields such as `resolvedByUserId` and `viewerUserIds`, and mentions and e-mail
 * addresses from texts. Other values equal to one of their ids are kept.
 * @returns the same value when nothing had to be removed.
 */
export function redactJson(json: unknown, subjects: DataSubjects): unknown {
  if (typeof json === "string") return redactText(json, subjects);
  if (typeof json !== "object" || json === null || ArrayBuffer.isView(json)) return json;
  if (Array.isArray(json)) {
    const redacted = json.map((element) => redactJson(element, subjects));
    return redacted.some((element, i) => element !== json[i]) ? redacted : json;
  }
  return isDataSubject(json, subjects) ? DELETED_USER : redactRecord(json, subjects);
}

/**
 * Redacts a resource like `redactJson` but keeps the object itself, whichever user its `userId` names.
 * @returns the same object when nothing had to be removed.
 */
export function redactRecord<T extends object>(record: T, subjects: DataSubjects): T {
  const entries = Object.entries(record);
  // Another user with the same address keeps it.
  const isUser = Object.hasOwn(record, "userId");
  const redacted = entries.map(([key, value]) => {
    return [key, isUser && key === "email" ? value : redactField(key, value, subjects)] as const;
  });
  // `fromEntries` treats a key such as `__proto__` like any other.
  return redacted.some(([, value], i) => value !== entries[i]?.[1]) ? (Object.fromEntries(redacted) as T) : record;
}

/** Whether the JSON is an object that represents a data subject. */
export function isDataSubject(json: unknown, { userIds }: DataSubjects): boolean {
  if (typeof json !== "object" || json === null || Array.isArray(json) || !Object.hasOwn(json, "userId")) return false;
  const { userId } = json as { userId: unknown };
  return typeof userId === "string" && userIds.has(userId);
}

/**
 * Removes entries whose key is the id of a data subject, as in the cursors of a live state. A key of digits alone is
 * kept, because it can be any number.
 * @returns the same value when nothing had to be removed.
 */
export function redactKeys(json: unknown, { userIds }: Pick<DataSubjects, "userIds">): unknown {
  const without = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value);
    const keptEntries = entries.filter(([key]) => Array.isArray(value) || !userIds.has(key) || /^\d+$/.test(key));
    const redacted = keptEntries.map(([key, child]) => [key, without(child)] as const);
    if (keptEntries.length === entries.length && redacted.every(([, child], i) => child === entries[i]?.[1]))
      return value;
    return Array.isArray(value) ? redacted.map(([, child]) => child) : Object.fromEntries(redacted);
  };
  return without(json);
}

/** Every object in the JSON that represents a data subject. */
export function findDataSubjects(json: unknown, subjects: DataSubjects): Record<string, unknown>[] {
  if (typeof json !== "object" || json === null) return [];
  if (isDataSubject(json, subjects)) return [json as Record<string, unknown>];
  return Object.values(json).flatMap((value) => findDataSubjects(value, subjects));
}

/** Redacts a value depending on the name of its field. @returns the same value when nothing had to be removed. */
export function redactField(key: string, value: unknown, subjects: DataSubjects): unknown {
  const { userIds } = subjects;
  const isTheirs = (id: unknown) => typeof id === "string" && userIds.has(id);
  if (USER_ID_FIELD.test(key) && isTheirs(value)) return DELETED_USER.userId;
  if (USER_IDS_FIELD.test(key) && Array.isArray(value) && value.some(isTheirs))
    return redactJson(
      value.filter((id) => !isTheirs(id)),
      subjects,
    );
  return redactJson(value, subjects);
}

/** Redacts template variables, including texts that are exactly an id or name of a data subject. */
export function redactTemplateData(data: Readonly<Record<string, unknown>>, subjects: DataSubjects): object {
  const { userIds, names } = subjects;
  const entries = Object.entries(redactJson(data, subjects) as typeof data).map(([key, value]) => {
    const isTheirs = typeof value === "string" && (userIds.has(value) || names.has(value));
    return [key, isTheirs ? DELETED_USER.name : value];
  });
  return Object.fromEntries(entries);
}

/** Removes mentions `{{userId}}` and e-mail addresses of the data subjects from a text. */
export function redactText(text: string, subjects: DataSubjects): string {
  const parts: string[] = [];
  let position = 0;
  for (const { start, end } of spansNaming(text, subjects)) {
    parts.push(text.slice(position, start), DELETED_USER.name);
    position = end;
  }
  return position === 0 ? text : parts.join("") + text.slice(position);
}

/** A part of a text. */
export interface Span {
  start: number;
  end: number;
}

/**
 * The positions of mentions and e-mail addresses of the data subjects in a text, from left to right, without overlaps.
 */
export function spansNaming(text: string, { userIds, emails }: DataSubjects): Span[] {
  const spans: Span[] = [];
  const add = (start: number, { length }: string) => spans.push({ start, end: start + length });
  if (text.includes("{{"))
    for (const { 0: mention, 1: id = "", index } of text.matchAll(MENTION))
      if (userIds.has(id.trim())) add(index, mention);
  if (text.includes("@"))
    for (const email of emails) for (const { 0: address, index } of text.matchAll(whole(email))) add(index, address);
  const apart: Span[] = [];
  for (const span of spans.sort((a, b) => a.start - b.start)) {
    const last = apart.at(-1);
    if (last && span.start < last.end) last.end = Math.max(last.end, span.end);
    else apart.push(span);
  }
  return apart;
}

/** Removes the data subjects from a generated text, which names people in plain words or by id after an `@`. */
export function redactGeneratedText(text: string, { userIds, names }: DataSubjects): string {
  // A single character is too ambiguous.
  const long = [...names].filter((name) => name.length > 1);
  return [...long, ...[...userIds].map((userId) => `@${userId}`)].reduce(redactWord, text);
}

/** Replaces a word in a text unless it is part of another word. */
export function redactWord(text: string, word: string): string {
  return text.replace(
    new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(word)}(?![\\p{L}\\p{N}])`, "gu"),
    DELETED_USER.name,
  );
}

/** Matches the address, in any case, unless it is part of another one. */
function whole(email: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}._%+-])${RegExp.escape(email)}(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])`, "giu");
}
