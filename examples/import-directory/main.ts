// Creates a folder for every directory and a document for every file. A second run changes only what is new or different.
import { basename, dirname } from "node:path/posix";
import { parseArgs } from "node:util";
import { createClient, isAtriumError } from "@atrium/client";
import { toDocument, walk } from "./files.ts";

const help = `node examples/import-directory/main.ts DIRECTORY ORGANIZATION
  DIRECTORY      hidden files in it, node_modules and links are skipped
  ORGANIZATION   id of the organization, which is created if it does not exist
ATRIUM_API_KEY and ATRIUM_AUTH_TOKEN must be set in the environment, and ATRIUM_URL if the server runs on another machine.
The path of a file is the id of its document. Documents of deleted files are kept.`;

/** Documents per call; the service accepts up to 500. */
const BATCH = 200;

async function main() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: "boolean" } } });
  if (values.help) return console.log(help);
  const [top, organizationId, ...rest] = positionals;
  if (!top || !organizationId || rest.length > 0) throw new Error(`Name a directory and an organization.\n\n${help}`);
  const { ATRIUM_URL: baseUrl = "http://127.0.0.1:5050" } = process.env;
  const { ATRIUM_API_KEY: apiKey, ATRIUM_AUTH_TOKEN: authToken } = process.env;
  if (!apiKey || !authToken) throw new Error("Set ATRIUM_API_KEY and ATRIUM_AUTH_TOKEN; examples/README.md says how.");
  const { documents, folders } = createClient({ baseUrl, apiKey, authToken }).organizations;

  const storedHashes = new Map<string, unknown>();
  try {
    for await (const document of documents.get.each({ organizationId })) storedHashes.set(document.id, document.sha256);
  } catch (error) {
    // The first folder or document creates the organization.
    if (!isAtriumError(error, "NOT_FOUND")) throw error;
  }
  const count = { "new folders": 0, "new documents": 0, changed: 0, unchanged: 0 };
  const createOrganization = true;
  for await (const { path, files } of walk(top)) {
    if (path) {
      const parentFolderId = dirname(path).replace(/^\.$/, "root");
      const folder = { folderId: path, folderName: basename(path), parentFolderId };
      const { data } = await folders.add({ organizationId, createOrganization, folders: [folder] });
      if (data[path]?.code !== "already-exists") count["new folders"] += succeeded(data);
    }
    for (let from = 0; from < files.length; from += BATCH) {
      const fileDocuments = await Promise.all(files.slice(from, from + BATCH).map((file) => toDocument(top, file)));
      const added = fileDocuments.filter(({ documentId }) => !storedHashes.has(documentId));
      const present = fileDocuments.filter(({ documentId }) => storedHashes.has(documentId));
      const changed = present.filter(({ documentId, sha256 }) => storedHashes.get(documentId) !== sha256);
      const place = { organizationId, createOrganization, folderId: path || "root" };
      if (added.length > 0)
        count["new documents"] += succeeded((await documents.add({ ...place, documents: added })).data);
      if (changed.length > 0)
        count.changed += succeeded((await documents.update({ organizationId, documents: changed })).data);
      count.unchanged += present.length - changed.length;
    }
    console.error(`${path || top}: ${files.length} files`);
  }
  const counts = Object.entries(count).map(([what, number]) => `${number} ${what}`);
  console.log(`${organizationId}: ${counts.join(", ")}`);
  console.error(`To see them, call /v2/organizations/documents/get with { "organizationId": "${organizationId}" }.`);
}

/** The number of items. Each item has its own result. @throws Error if one of them has failed. */
function succeeded(items: Record<string, { success: boolean; message: string }>): number {
  for (const [id, { success, message }] of Object.entries(items)) if (!success) throw new Error(`${id}: ${message}`);
  return Object.keys(items).length;
}

await main().catch((error: NodeJS.ErrnoException) => {
  const usage = error.code?.startsWith("ERR_PARSE_ARGS") ? `\n\n${help}` : "";
  console.error(error.message + usage);
  process.exitCode = 1;
});
