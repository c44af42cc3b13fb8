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

/** Ids of what a change concerns, by their kind. Never a secret, a value or a free text. */
export type AuditTarget = {
  /** The API key that the change concerns, where it is not the caller's own. */
  apiKey?: string;
} & { [kind in TargetKind]?: string | readonly string[] | undefined };

/** What an endpoint that makes administrative changes leaves in the audit log (docs/behaviour.md#audit-log). */
export interface AuditRule<Input> {
  /** Name of the change, such as `apiKey.create`. */
  action: `${string}.${string}`;
  /** Ids that the input names. What is only known inside of a transaction is added there, by `nameTarget`. */
  target?(input: Input): AuditTarget;
  /** The kind of the ids of a call's items: each record names those that its transaction has changed. */
  items?: TargetKind | ((input: Input) => TargetKind);
  /** Whether the input makes the call an administrative change. Missing: every one does. */
  when?(input: Input): boolean;
}
