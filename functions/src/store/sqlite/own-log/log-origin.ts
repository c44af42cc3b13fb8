import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { HISTORY_KEY } from "../format.ts";
import { type LogSpan, readLogSpan } from "./log-span.ts";

/** Maximum number of looks at a log that a running server restarts meanwhile. */
const MOST_LOOKS = 5;

/** The history of commits that a data file belongs to, and its last commit, both without its log. */
interface FileState {
  sequence: number;
  history: number | undefined;
}

/**
 * Whether the log beside a data file belongs to another file that was there before. SQLite does not notice and would
 * write pages of one into the other. A log continues its file: its first commit follows what the file holds or is
 * already in the file, and its last one is not older than the file. Neither is opened in a way that could change it.
 */
export function hasForeignLog(file: string): boolean {
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0) return false;
  for (let look = 0; look < MOST_LOOKS; look++) {
    // A server may meanwhile move pages to the file and restart the log, so the file is read before and after the log.
    const before = readState(file);
    const span = readLogSpan(`${file}-wal`);
    const after = readState(file);
    if (span === "changed") continue;
    // Missing information is no reason to refuse: the log is new, or there is damage that opening the file explains.
    if (!span || !before || !after) return false;
    return !continues(span, before, after);
  }
  return false;
}

function continues({ first, last, history }: LogSpan, before: FileState, after: FileState): boolean {
  if (history !== undefined && after.history !== undefined && history !== after.history) return false;
  return first <= after.sequence + 1 && before.sequence <= last;
}

/** The state of the file without its log; undefined if it can't be read. */
function readState(file: string): FileState | undefined {
  let db: DatabaseSync | undefined;
  try {
    const url = pathToFileURL(file);
    url.search = "?immutable=1";
    db = new DatabaseSync(url, { readOnly: true });
    const value = db.prepare("SELECT value FROM meta WHERE key = ?");
    const read = (key: string) => (value.get(key) as { value: number } | undefined)?.value;
    const sequence = read("sequence");
    return sequence === undefined ? undefined : { sequence, history: read(HISTORY_KEY) };
  } catch {
    return undefined;
  } finally {
    db?.close();
  }
}
