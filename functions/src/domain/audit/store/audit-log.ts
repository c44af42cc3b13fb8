import * as z from "zod";
import type { AuditAction } from "#domain/audit/action";
import { type AuditTarget, type TargetKind, targetKinds } from "#domain/audit/rule";
import { numberToBase62, randomBase62 } from "#platform/crypto/base62";
import { toPath } from "#store/paths";
import type { Doc, DocData, Query } from "#store/port";

/** How long a record is kept, in ms: a year. */
export const AUDIT_KEPT = 365 * 24 * 60 * 60 * 1000;

/** Maximum number of ids of one kind, and of fields, that a record names. */
const MAX_NAMED = 50;

/** The latest time that an id can hold, in ms since 1970. */
const LAST = Number.MAX_SAFE_INTEGER;

/** Who made a change. `operator` is the command line, `public` a caller without credentials, `session` a browser. */
const ActorType = z.enum(["apiKey", "workspace", "session", "user", "operator", "public"]);

/** Who made a change. The operator and the public have no id. */
export const Actor = z.object({
  type: ActorType,
  /** Id of the API key, the workspace, the session or the user. */
  id: z.string().optional(),
});
export type Actor = z.infer<typeof Actor>;

/** A change, before it is stored. */
export interface AuditEntry {
  action: AuditAction;
  workspaceId?: string | undefined;
  apiKeyId?: string | undefined;
  actor: Actor;
  /** Address of the caller. */
  ip?: string | undefined;
  requestId?: string | undefined;
  target: AuditTarget;
  /** Paths of the fields that were set. */
  fields: readonly string[];
}

/** Stored form of a record. */
export interface StoredAuditRecord extends DocData {
  /** In ms since 1970. */
  time: number;
  action: string;
  /** The type of the actor, then `:` and its id if it has one. */
  actor: string;
  apiKeyId?: string;
  ip?: string;
  requestId?: string;
  /** Ids by kind, as JSON, because page limits count only texts. */
  targets: string;
  /** Names of fields, as JSON. */
  fields: string;
  deleteAt: Date;
}

const Named = z.object({
  /** The first 50. */
  ids: z.array(z.string()),
  /** The total number of ids. */
  count: z.int(),
});

/** A change as it is returned. `time` is in ms since 1970. */
export const AuditRecord = z.object({
  id: z.string(),
  time: z.number(),
  action: z.string(),
  actor: Actor,
  /** The API key that was used or changed. */
  apiKey: z.string().optional(),
  /** Address of the caller; missing for the command line. */
  ip: z.string().optional(),
  /** The records of one request share it; missing for the command line. */
  requestId: z.string().optional(),
  /** Ids of what was changed, by kind, such as `documentId`. */
  targets: z.record(z.string(), Named),
  /** Fields that were set, the first 50, without their values. */
  fields: z.array(z.string()),
});

/** Selects the records that match all conditions. Times in ms since 1970. */
export interface AuditFilter {
  apiKey?: string | undefined;
  action?: AuditAction | undefined;
  actor?: Actor | undefined;
  to?: number | undefined;
}

/** The collection of a workspace's records. @param workspace path of the workspace. */
export function auditLogOf(workspace: string): string {
  return `${workspace}/auditLog`;
}

/** A new record and its path. Ids sort in reverse order of time, so that the newest record is the first. */
export function newAuditRecord(
  entry: AuditEntry & { workspaceId: string },
  now: number,
): { path: string; data: StoredAuditRecord } {
  const { workspaceId, action, ip, requestId } = entry;
  const { apiKey, ...target } = entry.target;
  const apiKeyId = apiKey ?? entry.apiKeyId;
  const data: StoredAuditRecord = {
    time: now,
    action,
    actor: actorText(entry.actor),
    ...(apiKeyId !== undefined && { apiKeyId }),
    ...(ip !== undefined && { ip }),
    ...(requestId !== undefined && { requestId }),
    targets: JSON.stringify(Object.fromEntries(targetKinds.flatMap((kind) => toNamed(kind, target[kind])))),
    fields: JSON.stringify(entry.fields.slice(0, MAX_NAMED)),
    deleteAt: new Date(now + AUDIT_KEPT),
  };
  return { path: `${auditLogOf(toPath("workspaces", workspaceId))}/${auditIdsAt(now)}${randomBase62(11)}`, data };
}

function toNamed(kind: TargetKind, ids: string | readonly string[] | undefined): [TargetKind, z.infer<typeof Named>][] {
  const list = typeof ids === "string" ? [ids] : (ids ?? []);
  return list.length === 0 ? [] : [[kind, { ids: list.slice(0, MAX_NAMED), count: list.length }]];
}

/** The prefix of all record ids of one moment. It sorts before them and after the ids of later moments. */
export function auditIdsAt(time: number): string {
  return `aud_${numberToBase62(LAST - time, 9)}`;
}

/**
 * Queries a workspace's records from `to` backwards, newest first. An index serves one filter, `matches` the others.
 * @param workspace path of the workspace.
 */
export function auditQuery(
  workspace: string,
  { apiKey, action, actor, to }: AuditFilter,
): Query & { collection: string } {
  const collection = auditLogOf(workspace);
  const equal = [
    ["apiKeyId", apiKey],
    ["actor", actor && isWhole(actor) ? actorText(actor) : undefined],
    ["action", action],
  ] as const;
  const [first] = equal.flatMap(([field, value]) => (value === undefined ? [] : [{ field, op: "==" as const, value }]));
  return {
    collection,
    ...(first && { where: [first] }),
    ...(to !== undefined && { after: [`${collection}/${auditIdsAt(to)}`] }),
  };
}

/** Whether a record passes the filters, apart from its time. */
export function matches({ data }: Doc<StoredAuditRecord>, { apiKey, action, actor }: AuditFilter): boolean {
  if (apiKey !== undefined && data.apiKeyId !== apiKey) return false;
  if (action !== undefined && data.action !== action) return false;
  if (!actor) return true;
  return isWhole(actor) ? data.actor === actorText(actor) : data.actor.startsWith(`${actor.type}:`);
}

/** Whether the filter names one actor rather than all actors of a type. */
function isWhole({ type, id }: Actor): boolean {
  return id !== undefined || type === "operator" || type === "public";
}

function actorText({ type, id }: Actor): string {
  return id === undefined ? type : `${type}:${id}`;
}

/** The record as returned. */
export function toAuditRecord({ id, data }: Doc<StoredAuditRecord>): z.input<typeof AuditRecord> {
  const { time, action, actor, apiKeyId, ip, requestId, targets, fields } = data;
  const colon = actor.indexOf(":");
  const type = ActorType.parse(colon < 0 ? actor : actor.slice(0, colon));
  return {
    id,
    time,
    action,
    actor: { type, ...(colon >= 0 && { id: actor.slice(colon + 1) }) },
    ...(apiKeyId !== undefined && { apiKey: apiKeyId }),
    ...(ip !== undefined && { ip }),
    ...(requestId !== undefined && { requestId }),
    targets: JSON.parse(targets),
    fields: JSON.parse(fields),
  };
}
