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

/** A data folder with one API key. */
export interface Tenant {
  folder: string;
  /** Credentials and content type. */
  headers: Record<string, string>;
}

/** The credentials for logging in to the console. */
export interface WorkspaceCredentials {
  workspaceId: string;
  authToken: string;
}

/** An organization to fill: its ids are `document-00000000` and `user-00000000` and up. */
export interface Filling {
  organizationId: string;
  documents?: number;
  /** Whether each document has a thread, `thread`, with one comment. */
  threads?: boolean;
  users?: number;
}

/** Number of concurrent bulk writers, which share flushes. */
const WRITERS = 4;

/** Creates a tenant and fills its organizations through the store. */
export async function makeTenant(...fillings: Filling[]): Promise<Tenant & { workspace: WorkspaceCredentials }> {
  const folder = scratchFolder();
  const settings = readSettings({ ATRIUM_DATA: folder });
  const { context } = await openService(settings, createLog("silent"));
  const newWorkspace = await createWorkspace(context, { ownerEmail: "bench@example.com" });
  const { workspace, apiKeyId, apiKeyAuthToken } = newWorkspace;
  const apiKey = await findApiKey(context.store, apiKeyId);
  if (!apiKey) throw new Error("The API key does not exist.");
  const call: KeyCall = { ...context, requestId: "bench", apiKey };
  for (const filling of fillings)
    await Promise.all(Array.from({ length: WRITERS }, (_, i) => context.store.bulk(writes(call, filling, i))));
  await context.store.close();
  const brand = `x-${settings.service.headerBrand}`;
  return {
    folder,
    workspace: { workspaceId: workspace.id, authToken: workspace.authToken },
    headers: {
      "content-type": "application/json",
      [`${brand}-api-key`]: apiKeyId,
      [`${brand}-auth-token`]: apiKeyAuthToken,
    },
  };
}

/** The records that one of the writers creates; the first one creates the organization. */
function* writes(
  call: KeyCall,
  { organizationId, documents = 0, threads = false, users = 0 }: Filling,
  writer: number,
): Iterable<Write> {
  const organization = organizationPath(call, organizationId);
  if (writer === 0) yield { op: "set", path: organization, data: newOrganization(call) };
  const numbers = (count: number) => ({
    from: Math.floor((count * writer) / WRITERS),
    to: Math.floor((count * (writer + 1)) / WRITERS),
  });
  const ofDocuments = numbers(documents);
  for (let i = ofDocuments.from; i < ofDocuments.to; i++) {
    const documentId = `document-${digits(i)}`;
    const data = newDocument(call, { documentName: `Document number ${i}` });
    const path = documentPath(call, organizationId, documentId);
    yield { op: "set", path, data };
    if (threads)
      yield { op: "set", path: threadPath(path, THREAD), data: packThread(firstThread(documentId, call.now())) };
  }
  const ofUsers = numbers(users);
  for (let i = ofUsers.from; i < ofUsers.to; i++) {
    const userId = `user-${digits(i)}`;
    const user = { userId, name: "Ada Lovelace", email: `${userId}@example.com` };
    yield { op: "set", path: userPath(organization, userId), data: toStoredUser(call, user) };
  }
}

/** The id of the thread of each document. */
export const THREAD = "thread";

function firstThread(documentId: string, now: number) {
  const from = { userId: "user-00000000", name: "Ada Lovelace", email: "user-00000000@example.com" };
  const commentData = [{ commentId: 1, commentText: "Shorter, please.", from }];
  return newThread({ annotationId: THREAD, commentData }, { annotationId: THREAD, documentId, now }).thread;
}

function digits(number: number): string {
  return String(number).padStart(8, "0");
}
