import { Id } from "./fields.ts";

/** Fields that name an organization, or a folder or document in it. */
export const placeFields = { organizationId: Id, documentId: Id.optional(), folderId: Id.optional() };

/** Arguments of zod's `refine`: a place is a folder or a document, not both. */
export const folderOrDocument: [
  (place: { documentId?: string | undefined; folderId?: string | undefined }) => boolean,
  { path: string[]; message: string },
] = [
  ({ documentId, folderId }) => documentId === undefined || folderId === undefined,
  { path: ["folderId"], message: "must not be given together with documentId." },
];
