import { customFieldsOf, type StoredActivity } from "#domain/activities/store/activities";
import { packThread, type StoredThread, unpackThread } from "#domain/comments/store/stored-thread";
import { mayMention } from "#domain/erasure/may-mention";
import { redactThread } from "#domain/erasure/redact-thread";
import {
  DELETED_USER,
  type Forgotten,
  findForgotten,
  isForgotten,
  redactJson,
  redactKeys,
  redactRecord,
  redactTemplateData,
} from "#domain/erasure/redact-user";
import type { WebhookEvent } from "#domain/events/webhook-body";
import { contentOf, type StoredNotification } from "#domain/notifications/store/notifications";
import type { StoredLiveState } from "#domain/presence/store/live-state";
import type { Attempt, StoredDelivery, StoredMessage } from "#domain/webhooks/store/messages";
import { collectionName, splitPath } from "#store/paths";
import type { Doc, DocData, Value } from "#store/port";

/** What is to become of a document: `delete` with all that belongs to it, new fields, or undefined: it stays as it is. */
export type Redaction = "delete" | DocData | undefined;

/** What the forgotten leave in a document of the tree: what is theirs goes, where others name them they are named no more. */
export function redactDoc(doc: Doc, forgotten: Forgotten): Redaction {
  if (isTheirs(doc, forgotten)) return "delete";
  if (!mayMention(JSON.stringify(doc.data), forgotten)) return undefined;
  const rule = ruleOf(collectionName(splitPath(doc.path).collection));
  const redacted = rule(doc, forgotten);
  return redacted === "delete" || JSON.stringify(redacted) !== JSON.stringify(doc.data) ? redacted : undefined;
}

/** Whether a document is one user's own, and that user is to be forgotten. */
function isTheirs({ path, id, data }: Doc, { userIds }: Forgotten): boolean {
  const name = collectionName(splitPath(path).collection);
  const owner = owners[name];
  const userId = owner === undefined ? undefined : data[owner];
  return typeof userId === "string" ? userIds.has(userId) : named.has(name) && userIds.has(id);
}

/** What is said of the forgotten in a document: maps that may have their `name` and `email`. */
export function traitsIn(doc: Doc, forgotten: Forgotten): Record<string, unknown>[] {
  const own = isTheirs(doc, forgotten) ? [doc.data] : [];
  if (!mayMention(JSON.stringify(doc.data), forgotten)) return own;
  const values = Object.values(doc.data).map((value) => (typeof value === "string" ? parsed(value) : value));
  return [...own, ...findForgotten(values, forgotten)];
}

/** Collections whose documents have the id of their user. */
const named = new Set(["users", "grants", "members", "presence", "notificationPreferences"]);

/** The field that names the user whose own a document of the collection is. */
const owners: Record<string, string> = {
  activities: "userId",
  inbox: "userId",
  notifications: "actorId",
  recordings: "fromUserId",
};

type Rule<T extends DocData> = (doc: Doc<T>, forgotten: Forgotten) => "delete" | DocData;

/** What stands in the collections that have a rule of their own. */
interface Redactable {
  activities: StoredActivity;
  commentAnnotations: StoredThread;
  notifications: StoredNotification;
  liveState: StoredLiveState;
  messages: StoredMessage;
  deliveries: StoredDelivery;
  crdt: DocData;
  chunks: DocData;
}

/** Where more is known of what a document holds than that it may have JSON in it. */
const rules: { [collection in keyof Redactable]: Rule<Redactable[collection]> } = {
  activities({ data }, forgotten) {
    const open = customFieldsOf(data);
    if (isForgotten(open.actionUser, forgotten)) return "delete";
    const redacted = { ...redactTemplates(open, forgotten), ...redactChanges(open.changes, forgotten) };
    // Of a record about one of them the id tells whom.
    const isAbout = isForgotten(open.entityData, forgotten) && forgotten.userIds.has(String(data.targetEntityId));
    const target = isAbout && { targetEntityId: DELETED_USER.userId };
    return { ...data, ...target, open: JSON.stringify(redacted) };
  },

  commentAnnotations(doc, forgotten) {
    const thread = unpackThread(doc);
    const redacted = redactThread(thread, forgotten);
    if (!redacted) return "delete";
    const packed = packThread(redacted);
    return JSON.stringify(packed) === JSON.stringify(packThread(thread)) ? doc.data : packed;
  },

  notifications(doc, forgotten) {
    const { fanOut } = doc.data;
    const content = contentOf(doc);
    const isKept = ({ userId }: { userId: string }) => !forgotten.userIds.has(userId);
    const redacted = redactTemplates({ ...content, notifyUsers: content.notifyUsers.filter(isKept) }, forgotten);
    // Counts the users who are done, each once: those who go are done no more.
    const done = [...new Set(content.notifyUsers.map(({ userId }) => userId))].slice(0, fanOut?.named);
    const named = done.filter((userId) => isKept({ userId })).length;
    return { ...doc.data, content: JSON.stringify(redacted), ...(fanOut && { fanOut: { ...fanOut, named } }) };
  },

  liveState({ data }, forgotten) {
    const { data: text } = data;
    return { ...data, data: JSON.stringify(redactKeys(redactJson(JSON.parse(text), forgotten), forgotten)) };
  },

  messages(doc, forgotten) {
    const event = JSON.parse(doc.data.event) as WebhookEvent;
    const redacted = { ...redactRecord(event, forgotten), data: redactRecord(event.data, forgotten) };
    return { ...doc.data, event: JSON.stringify(redacted) };
  },

  // An answer is text of any form: what may name them goes.
  deliveries(doc, forgotten) {
    const attempts = JSON.parse(doc.data.log) as Attempt[];
    const redacted = attempts.map(({ response, ...attempt }) =>
      response === undefined || mayMention(JSON.stringify(response), forgotten) ? attempt : { ...attempt, response },
    );
    return { ...doc.data, log: JSON.stringify(redacted) };
  },

  // See `forgetInEditor`: content and Yjs document change together.
  crdt: ({ data }) => data,
  chunks: ({ data }) => data,
};

/** The collection's name is all that tells what its documents hold. */
function ruleOf(collection: string): Rule<DocData> {
  return Object.hasOwn(rules, collection) ? (rules[collection as keyof Redactable] as Rule<DocData>) : redactFields;
}

/** The values before and after of what was changed may be ids. */
function redactChanges(changes: unknown, forgotten: Forgotten): object {
  if (!isMap(changes)) return {};
  const redacted = Object.entries(changes).map(([field, change]) => [
    field,
    isMap(change) ? redactTemplateData(change, forgotten) : change,
  ]);
  return { changes: Object.fromEntries(redacted) };
}

/** What is shown by templates, and the values of their variables. */
function redactTemplates(shown: object, forgotten: Forgotten): object {
  const redacted = Object.entries(redactRecord(shown, forgotten));
  return Object.fromEntries(
    redacted.map(([key, value]) => [
      key,
      key.endsWith("TemplateData") && isMap(value) ? redactTemplateData(value, forgotten) : value,
    ]),
  );
}

/** Fields that hold JSON text or maps, each a part of what the document stands for; plain texts, ids among them, stay. */
function redactFields({ data }: Doc, forgotten: Forgotten): DocData {
  const redact = (value: Value | undefined): Value | undefined => {
    if (isMap(value)) return redactRecord(value, forgotten) as Value;
    if (Array.isArray(value)) return redactJson(value, forgotten) as Value;
    const json = typeof value === "string" ? parsed(value) : undefined;
    const redacted = isMap(json) ? redactRecord(json, forgotten) : redactJson(json, forgotten);
    return redacted === json ? value : JSON.stringify(redacted);
  };
  return Object.fromEntries(Object.entries(data).map(([field, value]) => [field, redact(value)]));
}

/** The array or object that a text holds; undefined when it holds none. */
function parsed(text: string): unknown {
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
