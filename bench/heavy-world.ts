import type { KeyCall } from "@atrium/functions/call";
import { newThread } from "@atrium/functions/domain/comments/new-thread";
import { packThread, threadPath } from "@atrium/functions/domain/comments/store/stored-thread";
import { newDocument } from "@atrium/functions/domain/documents/store/documents";
import { toStoredUser, userPath } from "@atrium/functions/domain/organizations/store/members";
import {
  documentPath,
  newOrganization,
  organizationPath,
} from "@atrium/functions/domain/organizations/store/organizations";
import { findApiKey } from "@atrium/functions/domain/workspaces/store/api-keys";
import { createWorkspace } from "@atrium/functions/domain/workspaces/store/workspaces";
import type { Write } from "@atrium/functions/store/port";
import { createLog } from "../server/src/log/log.ts";
import { openService } from "../server/src/service.ts";
import { readSettings } from "../server/src/settings/settings.ts";
import { scratchFolder } from "./scratch.ts";
import type { Tenant } from "./tenant.ts";

export const organizationId = "heavy";
/** The document with two thousand threads. */
export const fullDocument = "document-0";
/** The author of all threads' comments, and the user whom the bystander requests. */
export const userId = "ada";
/** Users who are subscribed to every thread but have written none. */
export const subscriberIds = Array.from({ length: 10 }, (_, i) => `subscriber-${i}`);

export const DOCUMENTS = 30;
const THREADS = 5000;
export const THREADS_OF_FULL_DOCUMENT = 2000;
/** Every n-th thread is nearly as large as the limit. */
const LARGE_EVERY = 50;
const COMMENTS = 10;
const COMMENTS_OF_LARGE = 2000;

/** A data folder with an organization of large threads, and with another tenant that has a single user. */
export interface HeavyWorld extends Tenant {
  bystander: Tenant;
}

/** Creates the data. @param threads false: documents without threads. */
export async function makeHeavyWorld({ threads }: { threads: boolean }): Promise<HeavyWorld> {
  const folder = scratchFolder();
  const settings = readSettings({ ATRIUM_DATA: folder });
  const { context } = await openService(settings, createLog("silent"));
  const brand = `x-${settings.service.headerBrand}`;
  const tenant = async (writes: (call: KeyCall) => Iterable<Write>): Promise<Tenant> => {
    const { apiKeyId, apiKeyAuthToken } = await createWorkspace(context, { ownerEmail: "bench@example.com" });
    const apiKey = await findApiKey(context.store, apiKeyId);
    if (!apiKey) throw new Error("The API key does not exist.");
    await context.store.bulk(writes({ ...context, requestId: "bench", apiKey }));
    const headers = { "content-type": "application/json" };
    return {
      folder,
      headers: { ...headers, [`${brand}-api-key`]: apiKeyId, [`${brand}-auth-token`]: apiKeyAuthToken },
    };
  };
  const heavy = await tenant((call) => heavyOrganization(call, threads ? THREADS : 0));
  const bystander = await tenant(smallOrganization);
  await context.store.close();
  return { ...heavy, bystander };
}

function* smallOrganization(call: KeyCall): Iterable<Write> {
  const organization = organizationPath(call, organizationId);
  yield { op: "set", path: organization, data: newOrganization(call) };
  const user = { userId, name: "Ada Lovelace", email: "ada@example.com" };
  yield { op: "set", path: userPath(organization, userId), data: toStoredUser(call, user) };
}

function* heavyOrganization(call: KeyCall, threads: number): Iterable<Write> {
  yield* smallOrganization(call);
  for (let i = 0; i < DOCUMENTS; i++)
    yield {
      op: "set",
      path: documentPath(call, organizationId, `document-${i}`),
      data: newDocument(call, { documentName: `Document number ${i}` }),
    };
  for (let i = 0; i < threads; i++) {
    const documentId = i < THREADS_OF_FULL_DOCUMENT ? fullDocument : `document-${1 + (i % (DOCUMENTS - 1))}`;
    const document = documentPath(call, organizationId, documentId);
    yield { op: "set", path: threadPath(document, `thread-${i}`), data: packThread(thread(i, documentId, call.now())) };
  }
}

function thread(i: number, documentId: string, now: number) {
  const commentData = Array.from({ length: i % LARGE_EVERY === 0 ? COMMENTS_OF_LARGE : COMMENTS }, (_, n) => ({
    commentId: n + 1,
    commentText: `${n} ${"a comment that says a little ".repeat(9)}`,
    from: { userId, name: "Ada Lovelace", email: "ada@example.com" },
  }));
  const annotationId = `thread-${i}`;
  const { thread } = newThread({ annotationId, commentData }, { annotationId, documentId, now: now + i });
  return { ...thread, subscribedUserIds: subscriberIds };
}
