/** Ids that a template can contain. */
interface Place {
  organizationId: string;
  documentId: string;
  thread: { annotationId: string };
  commentId?: number | undefined;
}

/**
 * The URL at which people find a thing, from the template of the API key, in which `{organizationId}`, `{documentId}`,
 * `{annotationId}` and `{commentId}` are replaced by the ids, encoded for URLs. Undefined if there is no template.
 */
export function placeUrl(template: string | undefined, place: Place): string | undefined {
  const { organizationId, documentId, thread, commentId = "" } = place;
  const ids: Record<string, unknown> = { organizationId, documentId, annotationId: thread.annotationId, commentId };
  return (template || undefined)?.replaceAll(
    /\{(organizationId|documentId|annotationId|commentId)\}/g,
    (_, name: string) => encodeURIComponent(String(ids[name])),
  );
}
