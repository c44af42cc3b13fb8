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
/** Jobs that finish work on folders. */
const FOLDER_JOBS = ["delete-folder", "rebuild-folders"];

/** Contents of the organizations of every API key. */
interface Tally {
  organizations: number;
  folders: number;
  documents: number;
  folderProblems: string[];
  documentProblems: string[];
}

/** Checks the folder trees, the folders of documents and the pending tasks. */
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
      ? { check: "folders", status: bad, detail: "the folder trees have errors", problems: folderProblems }
      : {
          check: "folders",
          status: "ok",
          detail: `${listKinds({ folder: folders, organization: organizations })}, all trees correct`,
        },
    documentProblems.length > 0
      ? { check: "documents", status: bad, detail: "some are in folders that do not exist", problems: documentProblems }
      : {
          check: "documents",
          status: "ok",
          detail: `${listKinds({ document: documents })} checked, all in existing folders`,
        },
    failing.length > 0
      ? { check: "tasks", status: "warning", detail: "some keep failing, or were given up", problems: failing }
      : unfinished > 0
        ? { check: "tasks", status: "warning", detail: `${unfinished} pending; a running server finishes them` }
        : { check: "tasks", status: "ok", detail: "no folder is left half done" },
  ];
}

/**
 * Counts pending tasks that finish work on folders, and lists tasks that keep failing. Other tasks, such as deliveries,
 * are not due yet.
 */
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

/** Why a task is not done, to follow its name; undefined if nothing is wrong with it. */
function failureOf({ failedAt, attempts = 0, lastError }: StoredTask): string | undefined {
  if (failedAt !== undefined) return `: ${lastError ?? "no reason known"}`;
  if (attempts < MANY_ATTEMPTS || lastError === undefined) return undefined;
  return `, tried ${attempts} times and to be retried: ${lastError}`;
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
      return `or a folder above it has a parent that does not exist (${JSON.stringify(folder.parentFolderId)}).`;
    return matchesDerived(folder, derived) ? undefined : "has wrong ancestors or a wrong access type.";
  } catch {
    return "is below itself.";
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
        `${organization}/documents: ${JSON.stringify(id)} is in the folder ${JSON.stringify(data.folderId)}, which does not exist.`,
      );
  }
}

function note(problems: string[], problem: string): void {
  if (problems.length < DESCRIBED) problems.push(problem);
}
