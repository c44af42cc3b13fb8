/** Ids that a template can name. */
interface Place {
  organizationId: string;
  documentId: string;
  thread: { annotationId: string };
  commentId?: number | undefined;
}

/**
 * The address at which people find a thing, from the template of the API key: `{organizationId}`, `{documentId}`,
 * `{annotationId}` and `{commentId}` stand for the ids, encoded for URLs. Undefined where there is no template.
 */
export function placeUrl(template: string | undefined, place: Place): string | undefined {
  const { organizationId, documentId, thread, commentId = "" } = place;
  const ids: Record<string, unknown> = { organizationId, documentId, annotationId: thread.annotationId, commentId };
  return (template || undefined)?.replaceAll(
    /\{(organizationId|documentId|annotationId|commentId)\}/g,
    (_, name: string) => encodeURIComponent(String(ids[name])),
  );
}
