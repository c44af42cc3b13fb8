import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { fromJsonLines, toJsonLines, type WorldRecord } from "./records.ts";

/** Maximum number of activity records in the cut. */
const MAX_ACTIVITIES = 900;

/** Folders of the organization `protocol` that are kept with everything below them; their ancestors are kept too. */
const SUBTREES = [
  ".agents",
  ".github",
  "interop-test-files",
  "packages/bsync",
  "packages/oauth/oauth-client-expo",
  "packages/syntax",
  "packages/xrpc-server",
  "services",
];

/**
 * Cuts a world of real paths down to a self-contained part: for each record, its folders, document and user are kept
 * too. The order of records is kept, and cutting the result again changes nothing.
 */
export function cut(records: readonly WorldRecord[]): WorldRecord[] {
  const documents = new Set(
    records.filter((record) => record.kind === "document" && isIncluded(record)).map(documentKey),
  );
  const ofDocuments = records.filter((record) => record.kind === "activity" && documents.has(documentKey(record)));
  const activities = new Set(evenlySpread(ofDocuments, MAX_ACTIVITIES));
  const users = new Set(Array.from(activities, userKey));
  return records.filter((record) => {
    if (record.kind === "user") return users.has(userKey(record));
    if (record.kind === "folder") return wantedFolder(record);
    if (record.kind === "document") return documents.has(documentKey(record));
    if (record.kind === "activity") return activities.has(record);
    return true;
  });
}

/** Keeps all folders of the organization `cheat-sheets`, but only a part of the two with the most documents. */
function isIncluded(document: WorldRecord): boolean {
  if (document.organizationId !== "protocol") return !/^(assets\/|cheatsheets\/[^A-C])/.test(`${document.documentId}`);
  return document.folderId === "root" || wantedFolder(document);
}

function wantedFolder(record: WorldRecord): boolean {
  if (record.organizationId !== "protocol") return true;
  const folder = `${record.folderId}/`;
  return SUBTREES.some((subtree) => folder.startsWith(`${subtree}/`) || `${subtree}/`.startsWith(folder));
}

function documentKey(record: WorldRecord): string {
  return JSON.stringify([record.organizationId, record.documentId]);
}

function userKey(record: WorldRecord): string {
  return JSON.stringify([record.organizationId, record.userId]);
}

/** At most `most` elements, evenly spread over the list, so that a skewed distribution is preserved. */
function evenlySpread<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list];
  return list.filter(
    (_, index) => Math.floor((index * most) / list.length) !== Math.floor(((index + 1) * most) / list.length),
  );
}

if (import.meta.main) {
  const source = process.argv[2];
  if (source === undefined) {
    console.error("Usage: node scripts/seed-world/cut.ts <real-world.jsonl.gz>");
    process.exit(1);
  }
  const records = fromJsonLines(gunzipSync(readFileSync(source)).toString("utf8"));
  writeFileSync(new URL("./real-cut.jsonl", import.meta.url), toJsonLines(cut(records)));
}
