import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { HISTORY_KEY } from "../format.ts";
import { type LogSpan, readLogSpan } from "./log-span.ts";

/** Looks at a log that a running server begins anew meanwhile. */
const MOST_LOOKS = 5;

/** Which history of commits a data file has without its log, and how far it has come in that. */
interface FileState {
  sequence: number;
  history: number | undefined;
}

/**
 * Whether the log beside a data file is that of another file which stood there before. SQLite does not notice and would write the
 * pages of one into the other. A log continues its file: its first commit follows what the file holds, or is in the file already,
 * and its last one is not older than the file. Nothing is opened in a way that could change either.
 */
export function hasForeignLog(file: string): boolean {
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0) return false;
  for (let look = 0; look < MOST_LOOKS; look++) {
    // A server may move pages to the file and begin the log anew: both are looked at in the order that is right all the same.
    const before = readState(file);
    const span = readLogSpan(`${file}-wal`);
    const after = readState(file);
    if (span === "changed") continue;
    // What tells nothing is no reason to refuse: a new log, or damage that the opening explains.
    if (!span || !before || !after) return false;
    return !continues(span, before, after);
  }
  return false;
}

function continues({ first, last, history }: LogSpan, before: FileState, after: FileState): boolean {
  if (history !== undefined && after.history !== undefined && history !== after.history) return false;
  return first <= after.sequence + 1 && before.sequence <= last;
}

/** What the file says without its log; undefined where it says nothing of that. */
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
