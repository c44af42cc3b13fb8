import { type World, world } from "./world.ts";

/** The thread of `worldWithThread`. */
export const thread = { organizationId: "acme", documentId: "plan", annotationId: "t" };

/** A world with one thread that has three comments, a second apart: 1 and 3 by ada, 2 by lin. Its clock stands at the last. */
export async function worldWithThread(): Promise<World> {
  const w = await world();
  const { annotationId, ...place } = thread;
  const ada = { userId: "ada", name: "Ada Lovelace" };
  const lin = { userId: "lin", name: "Lin Chen" };
  const first = { commentId: 1, commentText: "First", from: ada };
  await w.ok("/v2/commentannotations/add", {
    ...place,
    createOrganization: true,
    createDocument: true,
    commentAnnotations: [{ annotationId, commentData: [first] }],
  });
  for (const comment of [
    { commentId: 2, commentText: "Second", from: lin },
    { commentId: 3, commentText: "Third", from: ada },
  ]) {
    w.advance(1000);
    await w.ok("/v2/commentannotations/comments/add", { ...thread, commentData: [comment] });
  }
  return w;
}

/** What a look-up of the thread goes by. */
export async function threadInStore(w: World): Promise<unknown> {
  const stored = await w.context.store.get(
    `apiKeys/${w.tenant.apiKeyId}/organizations/acme/documents/plan/commentAnnotations/t`,
  );
  return { lastUpdated: stored?.data.lastUpdated, people: stored?.data.people };
}
