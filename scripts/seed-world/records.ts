import type { Random } from "./random.ts";

/** The content of one line. The names are those that `npx atrium export` writes and `npx atrium import` reads. */
export type Kind =
  | "workspace"
  | "apiKey"
  | "config"
  | "organization"
  | "user"
  | "group"
  | "groupMember"
  | "folder"
  | "document"
  | "grant"
  | "activity"
  | "presence"
  | "liveState"
  | "crdt"
  | "recording"
  | "commentAnnotation"
  | "notification"
  | "inboxEntry"
  | "notificationPreference";

/** One line of the file: its kind, then the fields of that kind. Undefined fields are omitted. */
export type WorldRecord = { kind: Kind } & Record<string, unknown>;

/** A person in the directory; the person's name within an organization is in a `user` record. */
export interface Person {
  userId: string;
  name: string;
  email: string;
}

/** A folder with the id of its parent folder, which is `root` at the top. */
export interface Folder {
  folderId: string;
  folderName: string;
  parentFolderId: string;
}

/** A document; without `folderId` it is at the top of its organization. */
export interface Document {
  documentId: string;
  documentName: string;
  folderId?: string;
  /** Milliseconds. */
  createdAt: number;
  /** Custom fields, unchanged. */
  extra?: Record<string, unknown>;
}

/** Writes records as JSON lines, in the order given, with a final newline. */
export function toJsonLines(records: readonly WorldRecord[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

/** Reads JSON lines. @throws SyntaxError for a line that is not JSON. */
export function fromJsonLines(text: string): WorldRecord[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as WorldRecord);
}

/** A whole second between two days (`YYYY-MM-DD`, UTC), in milliseconds. */
export function timeBetween(random: Random, first: string, last: string): number {
  const start = Date.parse(`${first}T00:00:00Z`) / 1000;
  const end = Date.parse(`${last}T00:00:00Z`) / 1000;
  return (start + random.below(end - start)) * 1000;
}
