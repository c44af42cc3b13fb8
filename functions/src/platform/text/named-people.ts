/** Fields that hold the id of a user, such as `userId` and `resolvedByUserId`. */
export const USER_ID_FIELD = /(^u|[a-z]U)serId$/;
/** Fields that hold ids of users, such as `userIds` and `viewerUserIds`. */
export const USER_IDS_FIELD = /(^u|[a-z]U)serIds$/;
/** A mention of a user in a text: an id of at most 500 characters with blanks around it. The bound keeps matching linear. */
export const MENTION = /\{\{([^{}\n]{1,520})\}\}/g;

/** Fields below which any text and any key may be a person's name or id. */
const NAMING_FIELD = /(^changes|^accessDeniedUsers|TemplateData|NotificationsConfig)$/;
/** Matches every JSON text that names somebody. */
const MAY_NAME = /serId|@|\{\{|\\u|TemplateData|"changes"|accessDenied|NotificationsConfig/;
/** Longest text that can be an id or a name, in characters. */
const MAX_NAME = 1000;
/** Maximum number of characters considered on each side of an `@`. */
const MAX_WORD = 64;

/** How JSON is searched for names. */
export interface NameRules {
  /** Whether any key can be the id of a user. */
  keys?: boolean;
  /** Whether texts in it can be foreign JSON, in which any text and any key can be a name. */
  nested?: boolean;
}

/**
 * Adds to `names` every name of a person in a JSON value: ids, mentions, and the words around each `@` of its texts.
 */
export function addNamesIn(json: unknown, names: Set<string>, rules: NameRules = {}): void {
  if (typeof json === "string") addNamesInText(json, names, rules);
  else if (Array.isArray(json)) for (const element of json) addNamesIn(element, names, rules);
  else if (typeof json === "object" && json !== null && !(json instanceof Date))
    for (const [key, value] of Object.entries(json)) {
      if (rules.keys) names.add(key);
      addNamesOfField(key, value, names);
      addNamesIn(value, names, rules);
    }
}

function addNamesOfField(key: string, value: unknown, names: Set<string>): void {
  if (NAMING_FIELD.test(key)) addTexts(value, names);
  else if (USER_ID_FIELD.test(key)) {
    if (typeof value === "string") names.add(value);
  } else if (USER_IDS_FIELD.test(key) && Array.isArray(value)) {
    for (const id of value) if (typeof id === "string") names.add(id);
  }
}

function addTexts(json: unknown, names: Set<string>): void {
  if (typeof json === "string") {
    if (json.length <= MAX_NAME) names.add(json);
  } else if (typeof json === "object" && json !== null) {
    for (const [key, value] of Object.entries(json)) {
      if (!Array.isArray(json)) names.add(key);
      addTexts(value, names);
    }
  }
}

function addNamesInText(text: string, names: Set<string>, rules: NameRules): void {
  const json = rules.nested ? parse(text) : undefined;
  addTexts(json, names);
  addNamesIn(json, names);
  if (text.includes("{{")) for (const [, id = ""] of text.matchAll(MENTION)) names.add(id.trim());
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    const [before, after] = wordsAround(text, at);
    if (after) names.add(`@${after}`);
    if (before) names.add(`${before}@${after}`);
  }
}

/** Like `addNamesIn`, for JSON as text. Other texts have no effect. */
export function addNamesInJsonText(text: string, names: Set<string>, rules: NameRules = {}): void {
  // Most texts name nobody, and this test is faster than parsing.
  if (rules.keys || rules.nested || MAY_NAME.test(text)) addNamesIn(parse(text), names, rules);
}

/** The value of a JSON text that holds a string, an array or an object; undefined for any other text. */
function parse(text: string): unknown {
  if (!/^["[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The name under which texts that contain an e-mail address are found. Undefined if the address has no `@`. */
export function nameOfAddress(email: string): string | undefined {
  const at = email.indexOf("@");
  return at < 0 ? undefined : wordsAround(email, at).join("@");
}

/** The name under which texts that contain `@` and this name or id are found. */
export function nameOfTag(name: string): string {
  return wordsAround(`@${name}`, 0).join("@");
}

/** The words on both sides of an `@`, in a form that does not depend on their case. */
function wordsAround(text: string, at: number): string[] {
  const [before] = /[\p{L}\p{N}]*$/u.exec(text.slice(Math.max(0, at - MAX_WORD), at)) ?? [""];
  const [after] = /^[\p{L}\p{N}]*/u.exec(text.slice(at + 1, at + 1 + MAX_WORD)) ?? [""];
  return [before, after].map((word) => word.toLowerCase().toUpperCase());
}
