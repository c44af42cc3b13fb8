import type { AuditAction } from "./action.ts";

/** Kinds of ids that a record names. */
export const targetKinds = [
  "organizationId",
  "folderId",
  "documentId",
  "userId",
  "groupId",
  "tokenId",
  "sessionId",
  "signingKeyId",
  "endpointId",
  "inspectorId",
  "jobId",
  "config",
  "domain",
] as const;
export type TargetKind = (typeof targetKinds)[number];

/** Ids of what a change concerns, by kind. It never holds secrets, values or free text. */
export type AuditTarget = {
  /** The API key that the change concerns, if it is not the caller's own. */
  apiKey?: string;
} & { [kind in TargetKind]?: string | readonly string[] | undefined };

/** What an endpoint that makes administrative changes records in the audit log (docs/behaviour.md#audit-log). */
export interface AuditRule<Input> {
  action: AuditAction;
  /** Ids that the input names. Ids that are known only inside a transaction are added there, by `nameTarget`. */
  target?(input: Input): AuditTarget;
  /** What the ids of a call's items identify; each record names the items that its transaction has changed. */
  items?: TargetKind | ((input: Input) => TargetKind);
  /** Whether the input makes the call an administrative change. Omitted if every call is one. */
  when?(input: Input): boolean;
}
