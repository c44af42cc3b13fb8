import type { CommentAnnotation } from "@atrium/client";
import type { DocumentPlace } from "../../place.ts";
import { documentIds } from "./document-list.ts";

/** Rereads a thread of a document; undefined if it no longer exists. */
export async function findThread(
  place: DocumentPlace,
  { annotationId }: CommentAnnotation,
): Promise<CommentAnnotation | undefined> {
  const { data } = await place.client.commentannotations.get({ ...documentIds(place), annotationIds: [annotationId] });
  return (Array.isArray(data) && data[0]) || undefined;
}
