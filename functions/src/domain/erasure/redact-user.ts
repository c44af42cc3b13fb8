/** What stands where a deleted user was named and something has to stand. */
export const DELETED_USER = { userId: "deleted-user", name: "Deleted user" } as const;

/** Who is to be forgotten. */
export interface Forgotten {
  userIds: ReadonlySet<string>;
  /** Their e-mail addresses, in lower case. */
  emails: ReadonlySet<string>;
  /** Their names. They count only where a text is nothing but a name: see `redactTemplateData`. */
  names: ReadonlySet<string>;
}

/**
 * Any JSON without the forgotten: an object whose `userId` is theirs becomes `DELETED_USER`, whatever else it holds; their
 * ids go from fields such as `resolvedByUserId` and `viewerUserIds`; mentions and e-mail addresses go from texts. What
 * only looks like one of their ids stays.
 * @returns the very same value when nothing was found.
 */
export function redactJson(json: unknown, forgotten: Forgotten): unknown {
  if (typeof json === "string") return redactText(json, forgotten);
  if (typeof json !== "object" || json === null) return json;
  if (Array.isArray(json)) {
    const redacted = json.map((element) => redactJson(element, forgotten));
    return redacted.some((element, i) => element !== json[i]) ? redacted : json;
  }
  return isForgotten(json, forgotten) ? DELETED_USER : redactRecord(json, forgotten);
}

/**
 * A resource without the forgotten: as `redactJson`, but the object itself stays, whoever its `userId` names.
 * @returns the very same object when nothing was found.
 */
export function redactRecord<T extends object>(record: T, forgotten: Forgotten): T {
  const entries = Object.entries(record);
  // Another user may share an address with them, and keeps it.
  const isUser = Object.hasOwn(record, "userId");
  const redacted = entries.map(([key, value]) => {
    return [key, isUser && key === "email" ? value : redactField(key, value, forgotten)] as const;
  });
  // Built from entries, so that a key such as `__proto__` is one like any other.
  return redacted.some(([, value], i) => value !== entries[i]?.[1]) ? (Object.fromEntries(redacted) as T) : record;
}

/** Whether it is an object that stands for one of them. */
export function isForgotten(json: unknown, { userIds }: Forgotten): boolean {
  if (typeof json !== "object" || json === null || Array.isArray(json) || !Object.hasOwn(json, "userId")) return false;
  const { userId } = json as { userId: unknown };
  return typeof userId === "string" && userIds.has(userId);
}

/**
 * JSON in which people stand by their ids, such as the cursors of live state: what is kept under an id of theirs goes. An
 * id that is only digits stays, for it may count anything.
 * @returns the very same value when nothing was found.
 */
export function redactKeys(json: unknown, { userIds }: Pick<Forgotten, "userIds">): unknown {
  const without = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value);
    const kept = entries.filter(([key]) => Array.isArray(value) || !userIds.has(key) || /^\d+$/.test(key));
    const redacted = kept.map(([key, child]) => [key, without(child)] as const);
    if (kept.length === entries.length && redacted.every(([, child], i) => child === entries[i]?.[1])) return value;
    return Array.isArray(value) ? redacted.map(([, child]) => child) : Object.fromEntries(redacted);
  };
  return without(json);
}

/** Every object in the JSON that stands for one of them. */
export function findForgotten(json: unknown, forgotten: Forgotten): Record<string, unknown>[] {
  if (typeof json !== "object" || json === null) return [];
  if (isForgotten(json, forgotten)) return [json as Record<string, unknown>];
  return Object.values(json).flatMap((value) => findForgotten(value, forgotten));
}

function redactField(key: string, value: unknown, forgotten: Forgotten): unknown {
  const { userIds } = forgotten;
  const isTheirs = (id: unknown) => typeof id === "string" && userIds.has(id);
  if (/(^u|[a-z]U)serId$/.test(key) && isTheirs(value)) return DELETED_USER.userId;
  if (/(^u|[a-z]U)serIds$/.test(key) && Array.isArray(value) && value.some(isTheirs))
    return redactJson(
      value.filter((id) => !isTheirs(id)),
      forgotten,
    );
  return redactJson(value, forgotten);
}

/** Values of a template's variables: a text that is nothing but an id or a name of theirs goes too. */
export function redactTemplateData(data: Readonly<Record<string, unknown>>, forgotten: Forgotten): object {
  const { userIds, names } = forgotten;
  const entries = Object.entries(redactJson(data, forgotten) as typeof data).map(([key, value]) => {
    const isTheirs = typeof value === "string" && (userIds.has(value) || names.has(value));
    return [key, isTheirs ? DELETED_USER.name : value];
  });
  return Object.fromEntries(entries);
}

/** At most 500 characters of an id and the blanks around it: bounded, so that no text takes long. */
const MENTION = /\{\{([^{}\n]{1,520})\}\}/g;

/** A text without mentions `{{userId}}` and e-mail addresses of the forgotten. */
export function redactText(text: string, { userIds, emails }: Forgotten): string {
  let redacted = text;
  if (redacted.includes("{{"))
    redacted = redacted.replace(MENTION, (mention, id) => (userIds.has(id.trim()) ? DELETED_USER.name : mention));
  if (redacted.includes("@")) for (const email of emails) redacted = redacted.replace(whole(email), DELETED_USER.name);
  return redacted;
}

/** A text without what names one of them there, where it is not a part of another word. */
export function redactWord(text: string, word: string): string {
  return text.replace(
    new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(word)}(?![\\p{L}\\p{N}])`, "gu"),
    DELETED_USER.name,
  );
}

/** The address where it is not a part of another one, in any case. */
function whole(email: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}._%+-])${RegExp.escape(email)}(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])`, "giu");
}
