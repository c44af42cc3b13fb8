import { createReadStream, existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { createGunzip } from "node:zlib";

/** A user of an organization. */
export interface User {
  userId: string;
  name: string;
  email: string;
}

/** A folder; `parentFolderId` is `root` at the top. */
export interface Folder {
  folderId: string;
  folderName: string;
  parentFolderId: string;
}

/** A document; `folderId` is `root` at the top, `createdAt` is in ms. */
export interface Document {
  documentId: string;
  documentName: string;
  folderId: string;
  createdAt: number;
}

/** The records of one organization in the file. */
export interface Organization {
  organizationId: string;
  organizationName: string;
  users: Map<string, User>;
  folders: Map<string, Folder>;
  documents: Map<string, Document>;
}

const local = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The history of two real projects, which may be absent. */
export const wholeFile = local("../../shared/data/real-world.jsonl.gz");
/** The part of the history that is in the repository. */
export const cutFile = local("../scripts/seed-world/real-cut.jsonl");

/** The whole file, or the part in the repository if the whole file is absent. */
export function bestFile(): string {
  return existsSync(wholeFile) ? wholeFile : cutFile;
}

/** Reads the records to load. Activities are skipped; `npx atrium import` loads them. */
export async function readWorld(file: string): Promise<Organization[]> {
  const organizations = new Map<string, Organization>();
  const bytes = createReadStream(file);
  const input = file.endsWith(".gz") ? bytes.pipe(createGunzip()) : bytes;
  for await (const line of createInterface({ input })) {
    const { kind, organizationId, ...record } = JSON.parse(line);
    if (kind === "organization") {
      const empty = { users: new Map(), folders: new Map(), documents: new Map() };
      organizations.set(organizationId, { organizationId, ...record, ...empty });
    }
    const organization = organizations.get(organizationId);
    if (kind === "user") organization?.users.set(record.userId, record);
    if (kind === "folder") organization?.folders.set(record.folderId, record);
    if (kind === "document") organization?.documents.set(record.documentId, record);
  }
  return [...organizations.values()];
}
