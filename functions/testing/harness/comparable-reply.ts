import type { Tenant } from "./world.ts";

/** The reply without values that differ between worlds: generated ids and tokens, and the tenant. */
export function comparableReply(reply: { status: number; body: unknown }, tenants: Tenant[]): unknown {
  let text = JSON.stringify([reply.status, reply.body]);
  for (const [i, tenant] of tenants.entries())
    for (const [name, value] of Object.entries(tenant)) text = text.replaceAll(value, `<${name} ${i}>`);
  return JSON.parse(
    text
      // Tokens first, because part of a token may look like an id.
      .replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, "<token>")
      .replaceAll(/\b[a-z]{2,5}_[0-9A-Za-z+/]{20,}/g, "<made>")
      .replaceAll(/"signature":"[0-9a-f]{64}"/g, '"signature":"<made>"')
      .replaceAll(/"(pageToken|nextPageToken)":"[^"]+"/g, '"$1":"<page>"'),
  );
}
