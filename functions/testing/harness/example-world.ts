import { ROOT } from "#domain/documents/folder";
import { newDocument } from "#domain/documents/store/documents";
import { newFolder } from "#domain/documents/store/folders";
import { groupPath, memberPath, newMember } from "#domain/organizations/store/groups";
import {
  grantPath,
  type StoredGrant,
  type StoredGroup,
  toStoredUser,
  userPath,
} from "#domain/organizations/store/members";
import { documentPath, folderPath, newOrganization, organizationPath } from "#domain/organizations/store/organizations";
import { defaultFeatures, type Features } from "#domain/workspaces/features";
import { apiKeyPath, findApiKey } from "#domain/workspaces/store/api-keys";
import { credentials } from "#domain/workspaces/store/credentials";
import type { CallEndpoint } from "#http/endpoint";
import type { WriteCall } from "#src/call";
import type { Write } from "#store/port";
import { activities } from "#testing/fixtures/activities/example";
import { auditLog } from "#testing/fixtures/audit/example";
import { commentAnnotations } from "#testing/fixtures/comments/example";
import { configs } from "#testing/fixtures/configs/example";
import { crdt } from "#testing/fixtures/crdt/example";
import { dataDeletions } from "#testing/fixtures/erasure/example";
import { migrations } from "#testing/fixtures/migration/example";
import { notifications } from "#testing/fixtures/notifications/example";
import { presence } from "#testing/fixtures/presence/example";
import { liveState } from "#testing/fixtures/presence/live-state-example";
import { recordings } from "#testing/fixtures/recordings/example";
import { sessions } from "#testing/fixtures/sessions/example";
import { webhooks } from "#testing/fixtures/webhooks/example";
import { inspectors } from "#testing/fixtures/webhooks/inspectors";
import type { Tenant, World } from "./world.ts";
import { worldsWith } from "./world-image.ts";

/**
 * A world in which the `example` of every endpoint succeeds: all features are on and every record that an example names
 * exists.
 */
export const exampleWorld = worldsWith((w) => addExampleData(w, w.tenant));

/** The endpoint's example as sent by the tenant. */
export function exampleOf(endpoint: Pick<CallEndpoint, "example">, tenant: Tenant): unknown {
  return forTenant(endpoint.example, tenant);
}

/**
 * The data of a request with its placeholders filled in: `"{apiKey}"` becomes the id of the tenant's key,
 * `"{authToken}"` its token, and `"{workspaceId}"` and `"{workspaceToken}"` those of the workspace.
 */
export function forTenant(data: unknown, tenant: Tenant): unknown {
  const values = { ...tenant, apiKey: tenant.apiKeyId };
  let text = JSON.stringify(data);
  for (const [name, value] of Object.entries(values)) text = text.replaceAll(`"{${name}}"`, JSON.stringify(value));
  return JSON.parse(text);
}

/** Turns features of a tenant's key on or off. */
export async function setFeatures(w: Pick<World, "context">, tenant: Tenant, features: Features): Promise<void> {
  await w.context.store.commit([{ op: "update", path: apiKeyPath(tenant.apiKeyId), data: { features } }]);
  credentials(w.context).forget("apiKey", tenant.apiKeyId);
}

/** Every feature, on. */
export const allFeatures = Object.fromEntries(Object.keys(defaultFeatures).map((name) => [name, true])) as Features;

/** Writes the records that the examples name. Every name and address contains `mark`, so that a test can identify the data. */
export async function addExampleData(w: Pick<World, "context">, tenant: Tenant, mark = ""): Promise<void> {
  await setFeatures(w, tenant, allFeatures);
  const apiKey = await findApiKey(w.context.store, tenant.apiKeyId);
  if (!apiKey) throw new Error("the tenant has no API key");
  const call: WriteCall = { ...w.context, requestId: "example", apiKey };
  const parts = [
    acme,
    globex,
    activities,
    auditLog,
    commentAnnotations,
    configs,
    crdt,
    dataDeletions,
    inspectors,
    liveState,
    migrations,
    notifications,
    presence,
    recordings,
    sessions,
    webhooks,
  ];
  await w.context.store.commit(parts.flatMap((part) => part(call, mark)));
}

function acme(call: WriteCall, mark: string): Write[] {
  const organization = organizationPath(call, "acme");
  const now = call.now();
  const user = (place: string, userId: string, name: string): Write => ({
    op: "create",
    path: userPath(place, userId),
    data: toStoredUser(call, {
      userId,
      name: `${name}${mark}`,
      email: `${userId}${mark}@example.com`,
      team: `core${mark}`,
    }),
  });
  const folder = (folderId: string, parentFolderId: string, ancestors: string[]): Write => ({
    op: "create",
    path: folderPath(call, "acme", folderId),
    data: newFolder(call, { folderName: `Folder ${folderId}${mark}`, parentFolderId, ancestors }),
  });
  const document = (documentId: string, folderId?: string): Write => ({
    op: "create",
    path: documentPath(call, "acme", documentId),
    data: newDocument(call, { documentName: `Document ${documentId}${mark}`, folderId, open: owner(mark) }),
  });
  const group = groupPath(organization, "engineers");
  return [
    {
      op: "create",
      path: organization,
      data: newOrganization(call, { organizationName: `Acme${mark}`, open: owner(mark) }),
    },
    user(organization, "ada", "Ada Lovelace"),
    user(organization, "lin", "Lin Chen"),
    user(organization, "grace", "Grace Hopper"),
    {
      op: "create",
      path: group,
      data: { groupName: `Engineers${mark}`, createdAt: now } satisfies StoredGroup,
    },
    { op: "create", path: memberPath(organization, "engineers", "ada"), data: newMember(call, "engineers", "ada") },
    folder("designs", ROOT, [ROOT]),
    folder("logos", "designs", [ROOT, "designs"]),
    folder("archive", ROOT, [ROOT]),
    document("homepage", "designs"),
    document("roadmap"),
    document("old-plan"),
    {
      op: "create",
      path: grantPath(documentPath(call, "acme", "homepage"), "lin"),
      data: { accessRole: "editor", createdAt: now } satisfies StoredGrant,
    },
  ];
}

function globex(call: WriteCall, mark: string): Write[] {
  const path = organizationPath(call, "globex");
  return [{ op: "create", path, data: newOrganization(call, { organizationName: `Globex${mark}` }) }];
}

/** A custom field, as stored. */
function owner(mark: string): string {
  return JSON.stringify({ owner: `ada${mark}` });
}
