import * as z from "zod";
import { CrdtData } from "#domain/crdt/crdt";
import { editorPath, editorsOf, readEditors } from "#domain/crdt/store/editors";
import { type LoadedCrdt, loadCrdt } from "#domain/crdt/store/loading";
import { loadPage } from "#domain/crdt/store/pages";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";
import { fromPageToken, toPageToken } from "#http/page-token";
import { Id, PageSize, PageToken } from "#platform/shapes/fields";
import { JsonTexts } from "#platform/text/large-json";
import { lengthOf } from "#platform/text/length-of";
import type { KeyCall } from "#src/call";

export default endpoint({
  path: "/v2/crdt/get",
  auth: "apiKey",
  user: { action: "read", on: documentOf },
  kind: "read",
  summary: "Read the content of one editor or of all editors of a document, optionally with the Yjs document.",
  input: z.object({
    organizationId: Id,
    documentId: Id,
    editorId: Id.optional(),
    includeUpdate: z.boolean().default(false),
    pageSize: PageSize,
    pageToken: PageToken.optional(),
  }),
  output: z.array(CrdtData),
  forms: [{ when: { includeUpdate: [true] }, output: z.array(CrdtData.required({ update: true })) }],
  cost: { reads: 2, writes: 0, trips: 1, byUser: { reads: 6, writes: 0, trips: 2 } },
  example: { organizationId: "acme", documentId: "homepage", editorId: "title", includeUpdate: true },
  async handle(call, { organizationId, documentId, editorId, includeUpdate, pageSize, pageToken }) {
    const message = "CRDT data retrieved successfully.";
    const place = { organizationId, documentId };
    const collection = editorsOf(call, organizationId, documentId);
    const selection = ["crdt", collection, editorId ?? null];
    const after = fromPageToken(call, selection, pageToken);
    const show = (crdt: LoadedCrdt) => toCrdtData(call, crdt, includeUpdate);
    if (editorId !== undefined) {
      const [editor] = await readEditors(call.store, call, place, [editorPath(call, { ...place, editorId })]);
      const crdt = editor && (await loadCrdt(call, editor, { content: true, update: includeUpdate }));
      return { message, data: crdt ? [show(crdt)] : [] };
    }
    const [{ loaded, cursor }] = await Promise.all([
      loadPage(call, collection, { size: pageSize, after, includeUpdate }),
      readEditors(call.store, call, place, []),
    ]);
    return { message, data: loaded.map(show), pageToken: toPageToken(call, selection, cursor) };
  },
});

/** An editor as returned. Large content is copied into the reply in its stored text form. */
function toCrdtData(
  call: KeyCall,
  { editor, content, update, lastUpdate, lastUpdatedBy }: LoadedCrdt,
  includeUpdate: boolean,
): CrdtData {
  const rest = {
    id: editor.id,
    type: editor.data.type,
    contentKey: editor.data.contentKey,
    lastUpdate: new Date(lastUpdate).toISOString(),
    lastUpdatedBy: lastUpdatedBy ?? null,
    sessionId: null,
  };
  if (!call.heavyWork.isHeavy(lengthOf(content)))
    return { data: JSON.parse(content.join("")), ...rest, ...(includeUpdate && { update: update.join("") }) };
  // Base64 needs no escapes.
  const last = includeUpdate ? [',"update":"', ...update, '"}'] : ["}"];
  const texts = ['{"data":', ...content, `,${JSON.stringify(rest).slice(1, -1)}`, ...last];
  return new JsonTexts(texts) as unknown as CrdtData;
}
