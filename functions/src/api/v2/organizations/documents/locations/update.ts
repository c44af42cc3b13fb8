import * as z from "zod";
import { ThreadLocation } from "#domain/comments/comment-annotation";
import { grownBytes, transactThreads } from "#domain/comments/store/changes";
import { packThread } from "#domain/comments/store/stored-thread";
import { changeThread } from "#domain/comments/thread-changes";
import { locationName } from "#domain/comments/thread-filter";
import { credentialFields } from "#http/auth/body-credentials";
import { endpoint } from "#http/endpoint";
import { Id } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/organizations/documents/locations/update",
  alsoAt: "/v1/organizations/documents/locations/update",
  auth: "apiKey",
  credentialsInBody: true,
  kind: "write",
  audit: false,
  summary:
    "Move the threads at one location of a document to another, or change the details of the location. With `merge`, other fields of a thread's location stay.",
  input: z.object({
    ...credentialFields,
    organizationId: Id,
    documentId: Id,
    migrate: z.object({ oldLocation: ThreadLocation, newLocation: ThreadLocation }),
    merge: z.boolean().default(false),
  }),
  output: z.null(),
  cost: { reads: 5, writes: 1, trips: 2 },
  example: {
    organizationId: "acme",
    documentId: "homepage",
    migrate: { oldLocation: { id: 0 }, newLocation: { id: 0, locationName: "Head of the page" } },
    merge: true,
  },
  async handle(call, { organizationId, documentId, migrate: { oldLocation, newLocation }, merge }) {
    const growth = Buffer.byteLength(JSON.stringify(newLocation));
    await transactThreads(
      call,
      { organizationId, documentId },
      { locationIds: [locationName(oldLocation)] },
      (tx, threads) => {
        for (const { path, thread } of threads) {
          if (!thread) continue;
          const location = merge ? { ...thread.location, ...newLocation } : newLocation;
          tx.set(path, packThread(changeThread(thread, { location }, [], call.now())));
        }
        return {};
      },
      (storedThread) => grownBytes(storedThread, growth),
    );
    return { message: "Location updated.", data: null };
  },
});
