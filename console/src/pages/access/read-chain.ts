import type { AccessEntry } from "@atrium/client";
import type { Client } from "../../session/clients.ts";
import type { Question } from "./question.ts";

/** One place of the chain, and what the person may do there. */
export interface Place {
  type: Question["type"];
  id: string;
  entry: AccessEntry | undefined;
}

/** Reads the places from the organization down to what was asked for, with the person's access to each. */
export async function readChain(client: Client, question: Question, signal: AbortSignal): Promise<Place[]> {
  const { organizationId, userId, type, id } = question;
  const documentIds = type === "document" ? [id] : [];
  const folderIds = await foldersAround(client, question, signal);
  const input = { organizationId, userIds: [userId], ...(folderIds.length > 0 && { folderIds }), documentIds };
  const found = (
    await client.auth.permissions.get(documentIds.length > 0 ? input : { ...input, documentIds: undefined }, { signal })
  ).data[userId];
  return [
    { type: "organization", id: organizationId, entry: found?.organization?.[organizationId] },
    ...folderIds.map((folder) => ({ type: "folder" as const, id: folder, entry: found?.folders?.[folder] })),
    ...documentIds.map((document) => ({
      type: "document" as const,
      id: document,
      entry: found?.documents?.[document],
    })),
  ];
}

/** The folders from the top of the organization down to the place, the place itself included if it is one. */
async function foldersAround(
  client: Client,
  { organizationId, type, id }: Question,
  signal: AbortSignal,
): Promise<string[]> {
  if (type === "organization") return [];
  let folderId: string | undefined = id;
  if (type === "document") {
    const [document] = (await client.organizations.documents.get({ organizationId, documentIds: [id] }, { signal }))
      .data;
    folderId = document && "folderId" in document && document.folderId ? String(document.folderId) : undefined;
  }
  if (folderId === undefined) return [];
  const [folder] = (await client.organizations.folders.get({ organizationId, folderId, pageSize: 1 }, { signal })).data;
  const ancestors = folder?.ancestors.filter((ancestor) => ancestor !== "root") ?? [];
  return [...ancestors, folderId];
}
