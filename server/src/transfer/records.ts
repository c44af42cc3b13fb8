import { Expiry } from "@atrium/functions/domain/access/permission";
import { User } from "@atrium/functions/domain/organizations/user";
import { MAX_ALLOWED_DOMAINS } from "@atrium/functions/domain/workspaces/allowed-domains";
import { DocumentUrl } from "@atrium/functions/domain/workspaces/document-url";
import { Features } from "@atrium/functions/domain/workspaces/features";
import { ApiKeyType, OwnerEmail } from "@atrium/functions/domain/workspaces/workspace";
import { MAX_DEPTH as MAX_BODY_DEPTH } from "@atrium/functions/http/request/body";
import { outlineOf } from "@atrium/functions/http/request/body-outline";
import { refuseProtoKeys } from "@atrium/functions/http/request/proto-keys";
import { parseInput } from "@atrium/functions/http/request/validation";
import { ApiError } from "@atrium/functions/platform/error";
import { AccessRole, AccessType, Id, Name } from "@atrium/functions/platform/shapes/fields";
import * as z from "zod";
import { collaborationShapes } from "./collaboration-shapes.ts";
import { keyShapes, Sealed, SealedToken, Time } from "./key-shapes.ts";
import { Sealing } from "./secret-sealer.ts";

/** Maximum nesting of a line: more than what any call can store, far below the limit of recursive code. */
const MAX_DEPTH = 2 * MAX_BODY_DEPTH;

/** Credentials are sent in headers, so their ids may only contain plain characters. */
const CredentialId = z.string().regex(/^[\w-]{1,100}$/, "must be 1 to 100 letters, digits, `_` or `-`.");
/** Custom fields whose names clash with the line's own fields. */
const openFields = { openFields: z.record(z.string(), z.json()).optional() };
const inOrganization = { organizationId: Id };
const atPlace = { ...inOrganization, documentId: Id.optional(), folderId: Id.optional() };

/** Fields of each kind of line (the table in emulator-data/README.md). */
export const shapes = {
  workspace: z.object({
    workspaceId: CredentialId,
    workspaceName: Name,
    ownerEmail: OwnerEmail,
    ownerName: Name,
    ownerId: Id.optional(),
    avatar: z.string().max(2000).optional(),
    createdAt: Time.optional(),
    /** Whether a line of the kind leftOut ends the workspace: if that line is missing, the file was cut off. */
    hasEnd: z.boolean().optional(),
    /** Parameters with which the secrets of this workspace are sealed. */
    sealing: Sealing.optional(),
    /** Auth token of the workspace. */
    sealed: Sealed.optional(),
  }),
  apiKey: z.object({
    apiKeyId: CredentialId,
    apiKeyName: Name,
    type: ApiKeyType,
    ownerEmail: OwnerEmail.optional(),
    features: Features.partial().optional(),
    config: z
      .object({
        defaultDocumentAccessType: AccessType,
        enablePrivateComments: z.boolean(),
        requireJwtToken: z.boolean(),
        requireAutoOrgUser: z.boolean(),
        documentUrl: DocumentUrl,
      })
      .partial()
      .optional(),
    allowedDomains: z.array(z.string().max(300)).max(MAX_ALLOWED_DOMAINS).optional(),
    createdAt: Time.optional(),
    authTokens: z.array(SealedToken).max(10).optional(),
  }),
  ...keyShapes,
  organization: z.looseObject({
    ...inOrganization,
    ...openFields,
    organizationName: Name.optional(),
    disabled: z.boolean().optional(),
    createdAt: Time.optional(),
    lastUpdated: Time.optional(),
  }),
  user: User.extend({ ...atPlace, ...openFields, lastUpdated: Time.optional() }),
  group: z.object({ ...inOrganization, groupId: Id, groupName: Name.optional(), createdAt: Time.optional() }),
  groupMember: z.object({ ...inOrganization, groupId: Id, userId: Id, addedAt: Time.optional() }),
  folder: z.object({
    ...inOrganization,
    folderId: Id,
    folderName: Name,
    parentFolderId: Id.optional(),
    accessType: AccessType.optional(),
    createdAt: Time.optional(),
    lastUpdated: Time.optional(),
  }),
  document: z.looseObject({
    ...inOrganization,
    ...openFields,
    documentId: Id,
    documentName: Name.optional(),
    folderId: Id.optional(),
    accessType: AccessType.optional(),
    disabled: z.boolean().optional(),
    createdAt: Time.optional(),
    lastUpdated: Time.optional(),
  }),
  grant: z.object({
    ...atPlace,
    userId: Id,
    accessRole: AccessRole.default("editor"),
    expiresAt: Expiry.optional(),
    createdAt: Time.optional(),
  }),
  activity: z.looseObject({
    ...inOrganization,
    ...openFields,
    documentId: Id,
    id: Id.optional(),
    userId: Id.optional(),
    timestamp: Time,
    actionType: z.string().min(1).max(200),
    featureType: z.string().min(1).max(200).optional(),
    targetEntityId: Id.optional(),
  }),
  ...collaborationShapes,
};

/** Kind of a record. */
export type Kind = keyof typeof shapes;
/** Every kind, parents before children. */
const kinds = Object.keys(shapes) as Kind[];
/** The fields of one kind of record. */
export type Fields<K extends Kind> = z.output<(typeof shapes)[K]>;
/** A parsed line. */
export type TransferRecord = { [K in Kind]: { kind: K; fields: Fields<K> } }[Kind];

const names = new Map(kinds.map((kind) => [kind, new Set(["kind", ...Object.keys(shapes[kind].shape)])]));

/** The field names of this kind of record; a custom field of the same name goes into `openFields`. */
export function ownNames(kind: Kind): ReadonlySet<string> {
  return names.get(kind) ?? new Set();
}

/** Parses a line. @throws ApiError INVALID_ARGUMENT with the reason. */
export function parseRecord(text: string): TransferRecord {
  const { kind, ...rest } = parseObject(text);
  if (typeof kind !== "string" || !Object.hasOwn(shapes, kind))
    throw new ApiError("INVALID_ARGUMENT", `kind must be one of ${kinds.join(", ")}.`);
  return { kind, fields: parseFields(shapes[kind as Kind], rest) } as TransferRecord;
}

/** Parses the fields of a line that belong to a model. @throws ApiError INVALID_ARGUMENT naming the field of the line. */
export function parseFields<T extends z.ZodType>(model: T, fields: object): z.output<T> {
  try {
    return parseInput(model, fields);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError(error.code, error.message.replace(/^data\.?/, ""));
  }
}

function parseObject(text: string): Record<string, unknown> {
  if (text.length > MAX_DEPTH && outlineOf(Buffer.from(text), MAX_DEPTH).isTooDeep)
    throw new ApiError("INVALID_ARGUMENT", `must not nest deeper than ${MAX_DEPTH} levels.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ApiError("INVALID_ARGUMENT", `is not JSON (${(error as Error).message}).`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new ApiError("INVALID_ARGUMENT", "is not a JSON object.");
  refuseProtoKeys(text, value, "The line");
  return value as Record<string, unknown>;
}
