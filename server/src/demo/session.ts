import type { WriteCall } from "@atrium/functions/call";
import type { Context } from "@atrium/functions/context";
import { issueUserToken } from "@atrium/functions/domain/tokens/store/issue-user-token";
import { addDomains, normaliseDomains } from "@atrium/functions/domain/workspaces/allowed-domains";
import { changeAllowedDomains } from "@atrium/functions/domain/workspaces/store/allowed-domains";
import { findApiKey } from "@atrium/functions/domain/workspaces/store/api-keys";
import { textOfBody } from "@atrium/functions/http/reply-body";
import { header, type Request } from "@atrium/functions/http/request/request";
import { type Response, success } from "@atrium/functions/http/response";
import { noDemo, redeemedDemo } from "../docs/session.ts";

/** The text that the page shows; it is part of the demo world. */
const place = {
  organizationId: "meridian-press",
  documentId: "spring-catalogue-2026",
  documentName: "Spring catalogue 2026",
  editorId: "notes",
};
/** The people as whom the two windows of the page can act. */
const people = [
  { userId: "amelie.dubois@example.com", name: "Amélie Dubois", email: "amelie.dubois@example.com" },
  { userId: "soeren.baecker@example.org", name: "Sören Bäcker", email: "soeren.baecker@example.org" },
];

/**
 * Exchanges the code of a link for what the page of the shared editor needs: its document, and the tokens of two people
 * of the demo world, as an application's server would issue one to its user. The page's host becomes an allowed domain
 * of the demo's API key.
 * @throws ApiError as `redeemedDemo` does.
 */
export async function openEditorSession(context: Context, request: Request, requestId: string): Promise<Response> {
  const { credentials } = await redeemedDemo(context, request, { requestId, command: () => "npx atrium open demo" });
  const apiKey = await findApiKey(context.store, credentials.apiKey);
  if (!apiKey) throw noDemo();
  const call: WriteCall = { ...context, requestId, apiKey };
  const host = header(request, "host") ?? "localhost";
  await changeAllowedDomains(call, (allowed) => addDomains(allowed, normaliseDomains([host])));
  const resource = { type: "document", id: place.documentId, organizationId: place.organizationId } as const;
  const signed = people.map(async ({ userId, name, email }) => {
    const resources = [{ ...resource, accessRole: "editor" as const }];
    return { userId, name, token: await issueUserToken(call, { userId, name, email, isAdmin: false, resources }) };
  });
  const data = { ...place, people: await Promise.all(signed) };
  const { body, ...reply } = await success({ message: "The people of the shared editor.", data });
  return { ...reply, body: textOfBody(body) };
}
