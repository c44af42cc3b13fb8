import { customFieldsOf, type StoredActivity } from "#domain/activities/store/activities";
import { packThread, type StoredThread, unpackThread } from "#domain/comments/store/stored-thread";
import { mayMention } from "#domain/erasure/may-mention";
import { redactEvent } from "#domain/erasure/redact-event";
import { redactThread } from "#domain/erasure/redact-thread";
import {
  type DataSubjects,
  DELETED_USER,
  findDataSubjects,
  isDataSubject,
  redactGeneratedText,
  redactJson,
  redactKeys,
  redactRecord,
  redactTemplateData,
} from "#domain/erasure/redact-user";
import type { WebhookEvent } from "#domain/events/webhook-event";
import { contentOf, type StoredNotification } from "#domain/notifications/store/notifications";
import type { StoredLiveState } from "#domain/presence/store/live-state";
import type { Attempt, StoredDelivery, StoredMessage } from "#domain/webhooks/store/messages";
import { collectionNameOf } from "#store/paths";
import type { Doc, DocData, Value } from "#store/port";

/**
 * Outcome of a redaction: `delete` the document and its dependents, new fields to write, or undefined for no change.
 */
export type Redaction = "delete" | DocData | undefined;

/** The redaction of a document: `delete` if it belongs to a data subject, else its fields without the data subjects. */
export function redactDoc(doc: Doc, subjects: DataSubjects): Redaction {
  if (isTheirs(doc, subjects)) return "delete";
  if (!mayMention(JSON.stringify(doc.data), subjects)) return undefined;
  const rule = ruleOf(collectionNameOf(doc.path));
  const redacted = rule(doc, subjects);
  return redacted === "delete" || !isSame(redacted, doc.data) ? redacted : undefined;
}

/** Compares field by field, so that the one text that makes up most of a large document is not serialized. */
function isSame(one: DocData, other: DocData): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every(
    (name) => one[name] === other[name] || JSON.stringify(one[name]) === JSON.stringify(other[name]),
  );
}

/** Whether a document belongs to a data subject. */
function isTheirs({ path, id, data }: Doc, { userIds }: DataSubjects): boolean {
  const name = collectionNameOf(path);
  const owner = owners[name];
  const userId = owner === undefined ? undefined : data[owner];
  return typeof userId === "string" ? userIds.has(userId) : userCollections.has(name) && userIds.has(id);
}

/** The name and address that a document gives a data subject. */
export interface Traits {
  name: unknown;
  email: unknown;
}

/** The data subjects as a document describes them. */
export function traitsIn(doc: Doc, subjects: DataSubjects): Traits[] {
  const people: Record<string, unknown>[] = isTheirs(doc, subjects) ? [doc.data] : [];
  if (mayMention(JSON.stringify(doc.data), subjects)) {
    const values = Object.values(doc.data).map((value) => (typeof value === "string" ? parseJson(value) : value));
    people.push(...findDataSubjects(values, subjects));
  }
  return people.map(({ name, email }) => ({ name, email }));
}

/** Collections whose document ids are user ids. */
const userCollections = new Set(["users", "grants", "members", "presence", "notificationPreferences"]);

/** The field that names the user to whom a document of the collection belongs. */
const owners: Record<string, string> = {
  activities: "userId",
  inbox: "userId",
  mailRecipients: "userId",
  mails: "userId",
  notices: "userId",
  noticeBatches: "userId",
  notifications: "actorId",
  recordings: "fromUserId",
};

type Rule<T extends DocData> = (doc: Doc<T>, subjects: DataSubjects) => "delete" | DocData;

/** Stored forms of the collections with a rule of their own. */
interface Redactable {
  activities: StoredActivity;
  commentAnnotations: StoredThread;
  notifications: StoredNotification;
  liveState: StoredLiveState;
  messages: StoredMessage;
  deliveries: StoredDelivery;
  mails: DocData;
  crdt: DocData;
  chunks: DocData;
  updates: DocData;
}

/** Rules for collections whose documents need more than the general redaction of JSON. */
const rules: { [collection in keyof Redactable]: Rule<Redactable[collection]> } = {
  activities({ data }, subjects) {
    const open = customFieldsOf(data);
    if (isDataSubject(open.actionUser, subjects)) return "delete";
    const redacted = { ...redactTemplates(open, subjects), ...redactChanges(open.changes, subjects) };
    // The target id of a record about a data subject identifies that person.
    const isAbout = isDataSubject(open.entityData, subjects) && subjects.userIds.has(String(data.targetEntityId));
    const target = isAbout && { targetEntityId: DELETED_USER.userId };
    return { ...data, ...target, open: JSON.stringify(redacted) };
  },

  commentAnnotations(doc, subjects) {
    const thread = unpackThread(doc);
    const redacted = redactThread(thread, subjects);
    if (!redacted) return "delete";
    const packed = packThread(redacted);
    return isSame(packed, packThread(thread)) ? doc.data : packed;
  },

  notifications(doc, subjects) {
    const { fanOut, cause } = doc.data;
    const content = contentOf(doc);
    // The body of a notice about a comment is the comment's text, with names instead of ids.
    const { displayBodyMessage: text } = content;
    const about = cause !== undefined && { cause: JSON.stringify(redactRecord(JSON.parse(cause), subjects)) };
    const body = cause !== undefined &&
      text !== undefined && { displayBodyMessage: redactGeneratedText(text, subjects) };
    const isKept = ({ userId }: { userId: string }) => !subjects.userIds.has(userId);
    const redacted = redactTemplates(
      { ...content, ...body, notifyUsers: content.notifyUsers.filter(isKept) },
      subjects,
    );
    // `named` counts the users already handled, of whom only the remaining ones still count.
    const done = [...new Set(content.notifyUsers.map(({ userId }) => userId))].slice(0, fanOut?.named);
    const handledCount = done.filter((userId) => isKept({ userId })).length;
    return {
      ...doc.data,
      content: JSON.stringify(redacted),
      ...about,
      ...(fanOut && { fanOut: { ...fanOut, named: handledCount } }),
    };
  },

  liveState({ data }, subjects) {
    const { data: text } = data;
    return { ...data, data: JSON.stringify(redactKeys(redactJson(JSON.parse(text), subjects), subjects)) };
  },

  messages(doc, subjects) {
    const event = JSON.parse(doc.data.event) as WebhookEvent;
    return { ...doc.data, event: JSON.stringify(redactEvent(event, subjects)) };
  },

  // A reply can be any text: it is removed if it may name a data subject.
  deliveries(doc, subjects) {
    const attempts = JSON.parse(doc.data.log) as Attempt[];
    const redacted = attempts.map(({ response, ...attempt }) =>
      response === undefined || mayMention(JSON.stringify(response), subjects) ? attempt : { ...attempt, response },
    );
    return { ...doc.data, log: JSON.stringify(redacted) };
  },

  // A kept mail that names a data subject is of no further use.
  mails: () => "delete",

  // Redacted by `redactEditor`, because content and Yjs document change together.
  crdt: ({ data }) => data,
  chunks: ({ data }) => data,
  updates: ({ data }) => data,
};

/** The rule of a collection, chosen by its name. */
function ruleOf(collection: string): Rule<DocData> {
  return Object.hasOwn(rules, collection) ? (rules[collection as keyof Redactable] as Rule<DocData>) : redactFields;
}

/** Redacts the values of an activity's changes, which can be ids. */
function redactChanges(changes: unknown, subjects: DataSubjects): object {
  if (!isMap(changes)) return {};
  const redacted = Object.entries(changes).map(([field, change]) => [
    field,
    isMap(change) ? redactTemplateData(change, subjects) : change,
  ]);
  return { changes: Object.fromEntries(redacted) };
}

/** Redacts templates and the values of their variables. */
function redactTemplates(fields: object, subjects: DataSubjects): object {
  const redacted = Object.entries(redactRecord(fields, subjects));
  return Object.fromEntries(
    redacted.map(([key, value]) => [
      key,
      key.endsWith("TemplateData") && isMap(value) ? redactTemplateData(value, subjects) : value,
    ]),
  );
}

/** Redacts fields that contain JSON text or maps. Plain texts, including ids, are kept. */
function redactFields({ data }: Doc, subjects: DataSubjects): DocData {
  const redact = (value: Value | undefined): Value | undefined => {
    if (isMap(value)) return redactRecord(value, subjects) as Value;
    if (Array.isArray(value)) return redactJson(value, subjects) as Value;
    const json = typeof value === "string" ? parseJson(value) : undefined;
    const redacted = isMap(json) ? redactRecord(json, subjects) : redactJson(json, subjects);
    return redacted === json ? value : JSON.stringify(redacted);
  };
  return Object.fromEntries(Object.entries(data).map(([field, value]) => [field, redact(value)]));
}

/** The array or object in a JSON text; undefined for other texts. */
function parseJson(text: string): unknown {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
