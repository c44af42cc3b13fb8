import * as z from "zod";
import { resourceWithCustomFields } from "#platform/shapes/custom-fields";
import { AccessType, Id, Name } from "#platform/shapes/fields";
import { ignoredField } from "#platform/shapes/ignored-field";
import { MAX_ITEMS } from "#platform/shapes/limits";
import { list } from "#platform/shapes/list";

/** A document to add or to change (docs/behaviour.md#documents), an open resource. */
export const DocumentFields = resourceWithCustomFields({
  documentId: Id,
  documentName: Name.optional(),
  accessType: AccessType.optional(),
  id: ignoredField("Ignored: `documentId` is the id."),
  folderId: ignoredField("Ignored in a document: send it next to `documents`, or move the document."),
  disabled: ignoredField("Ignored: a separate endpoint disables documents."),
  createdAt: ignoredField("Ignored: the server sets it."),
  lastUpdated: ignoredField("Ignored: the server sets it."),
});
export type DocumentFields = z.infer<typeof DocumentFields>;

/** A document to change: omitted fields are kept, `null` removes a field. Without an access type it inherits one. */
export const DocumentChange = DocumentFields.extend({
  documentName: DocumentFields.shape.documentName.nullable(),
  accessType: DocumentFields.shape.accessType.nullable(),
});
export type DocumentChange = z.infer<typeof DocumentChange>;

/** The documents that a call changes. */
export const DocumentChanges = list(DocumentChange, { unique: "documentId", max: MAX_ITEMS });

/** The documents of one call. */
export const DocumentsFields = list(DocumentFields, { unique: "documentId", max: MAX_ITEMS });

/** A document as returned: the service's fields, then the customer's own. `createdAt` and `lastUpdated` are in ms. */
export const Document = z.looseObject({
  id: z.string(),
  documentName: z.string(),
  disabled: z.boolean(),
  /** The document's own access type, else that of its folder, else the default of the API key. */
  accessType: AccessType,
  /** Omitted for a document at the top of the organization. */
  folderId: z.string().optional(),
  createdAt: z.number(),
  lastUpdated: z.number(),
});
export type Document = z.infer<typeof Document>;

/** Replaces a requested document that does not exist or that the user of the call may not read. */
export const MissingDocument = z.object({
  id: z.string(),
  success: z.literal(false),
  message: z.string(),
  code: z.enum(["not-found", "permission-denied"]),
});
export type MissingDocument = z.infer<typeof MissingDocument>;
