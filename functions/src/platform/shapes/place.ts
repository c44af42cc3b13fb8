import { atMostOne } from "./field-rules.ts";
import { Id } from "./fields.ts";

/** Fields that name an organization, or a folder or document in it. */
export const placeFields = { organizationId: Id, documentId: Id.optional(), folderId: Id.optional() };

/** A place is a folder or a document, not both. */
export const folderOrDocument = atMostOne(["documentId", "folderId"]);
