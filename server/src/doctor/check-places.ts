import { deriveByPointers, matchesDerived } from "@atrium/functions/domain/documents/folder-tree";
import type { StoredDocument } from "@atrium/functions/domain/documents/store/documents";
import type { StoredFolder } from "@atrium/functions/domain/documents/store/folders";
import { MANY_ATTEMPTS } from "@atrium/functions/queue/retry";
import { type StoredTask, TASKS } from "@atrium/functions/queue/task-record";
import type { StoreReader } from "@atrium/functions/store/port";
import { listKinds } from "../commands/output/numbers.ts";
import { pages } from "../transfer/export/output-record.ts";
import type { Finding } from "./check.ts";

/** Maximum number of problems to describe. */
const DESCRIBED = 20;
/** Size of the sample, in documents. */
const SAMPLE = 20_000;
/** Jobs that complete calls on folders. */
const FOLDER_JOBS = ["delete-folder", "rebuild-folders"];

/** Contents of the organizations of every API key. */
interface Tally {
  organizations: number;
  folders: number;
  documents: number;
  folderProblems: string[];
  documentProblems: string[];
}

/** Checks the folder trees, the places of documents and the pending tasks. */
export async function checkPlaces(reader: StoreReader, { all }: { all: boolean }): Promise<Finding[]> {
  const tally: Tally = { organizations: 0, folders: 0, documents: 0, folderProblems: [], documentProblems: [] };
  for await (const apiKey of pages(reader, { collection: "apiKeys" }))
    for await (const organization of pages(reader, { collection: `${apiKey.path}/organizations` })) {
      tally.organizations++;
      const folders = await checkFolders(reader, organization.path, tally);
      await checkDocuments(reader, organization.path, folders, tally, all ? Number.POSITIVE_INFINITY : SAMPLE);
    }
  const { unfinished, failing } = await checkTasks(reader);
  const { organizations, folders, documents, folderProblems, documentProblems } = tally;
  // Tasks complete large moves and deletions: until then a tree may look inconsistent.
  const bad = unfinished > 0 ? "warning" : "failed";
  return [
    folderProblems.length > 0
      ? { check: "folders", status: bad, detail: "the trees have faults", problems: folderProblems }
      : {
          check: "folders",
          status: "ok",
          detail: `${listKinds({ folder: folders, organization: organizations })}, all trees right`,
        },
    documentProblems.length > 0
      ? { check: "documents", status: bad, detail: "some lie nowhere", problems: documentProblems }
      : {
          check: "documents",
          status: "ok",
          detail: `${listKinds({ document: documents })} looked at, all in folders that are there`,
        },
    failing.length > 0
      ? { check: "tasks", status: "warning", detail: "some fail again and again, or were given up", problems: failing }
      : unfinished > 0
        ? { check: "tasks", status: "warning", detail: `${unfinished} to be finished; a running server does it` }
        : { check: "tasks", status: "ok", detail: "no folder is left half done" },
  ];
}

/** Counts tasks that complete work on folders, and names those that keep failing. Others, such as deliveries, are not due yet. */
async function checkTasks(reader: StoreReader): Promise<{ unfinished: number; failing: string[] }> {
  let unfinished = 0;
  const failing: string[] = [];
  for await (const { id, data } of pages<StoredTask>(reader, { collection: TASKS })) {
    if (data.failedAt === undefined && FOLDER_JOBS.includes(data.job)) unfinished++;
    const failure = failureOf(data);
    if (failure !== undefined) note(failing, `${data.job} ${id}${failure}`);
  }
  return { unfinished, failing };
}

/** Why a task is not done, after its name; undefined where nothing is wrong with it. */
function failureOf({ failedAt, attempts = 0, lastError }: StoredTask): string | undefined {
  if (failedAt !== undefined) return `: ${lastError ?? "no reason known"}`;
  if (attempts < MANY_ATTEMPTS || lastError === undefined) return undefined;
  return `, tried ${attempts} times and to be tried again: ${lastError}`;
}

async function checkFolders(reader: StoreReader, organization: string, tally: Tally): Promise<Set<string>> {
  const folders = new Map<string, StoredFolder>();
  for await (const { id, data } of pages<StoredFolder>(reader, { collection: `${organization}/folders` }))
    folders.set(id, data);
  tally.folders += folders.size;
  for (const [id, folder] of folders) {
    const fault = faultOf(folders, id, folder);
    if (fault) note(tally.folderProblems, `${organization}/folders: ${JSON.stringify(id)} ${fault}`);
  }
  return new Set(folders.keys());
}

function faultOf(folders: Map<string, StoredFolder>, id: string, folder: StoredFolder): string | undefined {
  try {
    const derived = deriveByPointers(folders, id);
    if (!derived)
      return `or a folder above it has a parent that is not there (${JSON.stringify(folder.parentFolderId)}).`;
    return matchesDerived(folder, derived) ? undefined : "has wrong ancestors or a wrong access type.";
  } catch {
    return "stands below itself.";
  }
}

async function checkDocuments(
  reader: StoreReader,
  organization: string,
  folders: ReadonlySet<string>,
  tally: Tally,
  most: number,
): Promise<void> {
  const query = { collection: `${organization}/documents`, select: ["folderId", "deleting"] };
  for await (const { id, data } of pages<StoredDocument>(reader, query)) {
    if (tally.documents >= most) return;
    tally.documents++;
    if (data.folderId !== undefined && !folders.has(data.folderId))
      note(
        tally.documentProblems,
        `${organization}/documents: ${JSON.stringify(id)} lies in the folder ${JSON.stringify(data.folderId)}, which is not there.`,
      );
  }
}

function note(problems: string[], problem: string): void {
  if (problems.length < DESCRIBED) problems.push(problem);
}
