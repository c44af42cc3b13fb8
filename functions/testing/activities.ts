import { addDocuments } from "./documents.ts";
import { allFeatures, setFeatures } from "./example-world.ts";
import { type World, type WorldOptions, world } from "./world.ts";

/** Any record, with what matters to a test in place of the usual. */
export function record(fields: object = {}): object {
  return { featureType: "comment", actionType: "comment.add", actionUser: { userId: "ada" }, ...fields };
}

/** A world with the activity service on and documents of the organization acme. */
export async function activityWorld(documents: string[] = ["plan"], options?: WorldOptions): Promise<World> {
  const w = await world(options);
  await setFeatures(w, w.tenant, allFeatures);
  await addDocuments(w, documents);
  return w;
}

/** Adds records to a document of acme. */
export async function addActivities(w: World, activities: object[], documentId = "plan"): Promise<void> {
  await w.ok("/v2/activities/add", { organizationId: "acme", documentId, activities });
}

/** Ids of the activities of acme that match, in the order of the reply. */
export async function activityIds(w: World, filter: object = {}): Promise<string[]> {
  const { data } = await w.ok("/v2/activities/get", { organizationId: "acme", ...filter });
  return data.map(({ id }: { id: string }) => id);
}

/** Makes the activities of the tenant's key immutable. */
export async function makeImmutable(w: World): Promise<void> {
  await w.ok("/v2/workspace/activityconfig/update", { activityServiceConfig: { immutable: true } });
}
