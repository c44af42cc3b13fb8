import { readFileSync } from "node:fs";
import type { Deed } from "./activities.ts";
import type { Library } from "./library.ts";
import { type Document, type Folder, fromJsonLines, type Person, type WorldRecord } from "./records.ts";

/** Number of the real project's activity records in the seed world; the rest of the cut stays in its own file. */
const MAX_ACTIVITIES = 300;

/**
 * The folders and documents of a real project, and who worked on them when, from the cut of its public history. The cut
 * only numbers its contributors; each is played by a person of `cast`.
 */
export function protocolLibrary(cast: readonly Person[]): Library & { deeds: Deed[] } {
  const text = readFileSync(new URL("./real-cut.jsonl", import.meta.url), "utf8");
  const records = fromJsonLines(text).filter((record) => record.organizationId === "protocol");
  const contributors = records.filter((record) => record.kind === "user").map((record) => record.userId);
  const worked = records.filter((record) => record.kind === "activity");
  const every = Math.ceil(worked.length / MAX_ACTIVITIES);
  return {
    folders: records.filter((record) => record.kind === "folder") as unknown as Folder[],
    documents: records.filter((record) => record.kind === "document").map(toDocument),
    deeds: worked
      .filter((_, index) => index % every === 0)
      .map(({ userId, ...deed }) => {
        const { documentId, id, timestamp, actionType } = deed as unknown as Deed;
        const { userId: playedBy } = cast[contributors.indexOf(userId) % cast.length] as Person;
        return { documentId, userId: playedBy, id, timestamp, actionType };
      }),
  };
}

function toDocument(record: WorldRecord): Document {
  const { documentId, documentName, folderId, createdAt } = record as unknown as Document;
  return { documentId, documentName, folderId: folderId === "root" ? undefined : folderId, createdAt };
}
