import type { ResourceReference } from "#domain/access/permission";
import type { AuditTarget } from "#domain/audit/rule";
import {
  organizationPath,
  type Place,
  placePath,
  refuseWhileMigrating,
  unlessDeleting,
} from "#domain/organizations/store/organizations";
import type { KeyCall } from "#src/call";
import type { ReadableStore, StoreReader, Transaction } from "#store/port";

/** The place of a resource. */
export function resourcePlace({ type, id, organizationId = id }: ResourceReference): Place {
  if (type === "organization") return { organizationId: id };
  return { organizationId, [type === "folder" ? "folderId" : "documentId"]: id };
}

/** The ids of places, as an audit record names them. */
export function idsOfPlaces(places: readonly Place[]): AuditTarget {
  const ids = (kind: "organizationId" | "folderId" | "documentId") => [
    ...new Set(places.flatMap((place) => place[kind] ?? [])),
  ];
  return { organizationId: ids("organizationId"), folderId: ids("folderId"), documentId: ids("documentId") };
}

/** The resources that do not exist, together with their organizations that do not exist. One round trip. */
export async function missingResources(
  store: ReadableStore,
  call: KeyCall,
  resources: readonly ResourceReference[],
): Promise<ResourceReference[]> {
  return (await readResources(store, call, resources)).missing;
}

/**
 * Like `missingResources`, for a transaction that changes grants on the resources.
 * @throws ApiError ABORTED while one of the documents is being migrated.
 */
export async function missingResourcesForChange(
  tx: Transaction,
  call: KeyCall,
  resources: readonly ResourceReference[],
): Promise<ResourceReference[]> {
  const { docs, missing } = await readResources(tx, call, resources);
  refuseWhileMigrating(...docs);
  return missing;
}

async function readResources(reader: StoreReader, call: KeyCall, resources: readonly ResourceReference[]) {
  const byPath = new Map<string, ResourceReference>();
  for (const resource of resources) {
    const place = resourcePlace(resource);
    byPath.set(organizationPath(call, place.organizationId), { type: "organization", id: place.organizationId });
    byPath.set(placePath(call, place), resource);
  }
  const docs = await reader.getMany([...byPath.keys()]);
  return { docs, missing: [...byPath.values()].filter((_, i) => !unlessDeleting(docs[i])) };
}
