import { RecentUpdates } from "#domain/crdt/recent-updates";
import { pathHint } from "#http/hints/path-hint";
import { unwrap } from "#http/request/body";
import { costlyBodies, costlyBody } from "#testing/harness/properties/costly-bodies";
import type { Prepare } from "#testing/harness/time/cpu-growth";

/** Work that a caller can cause, with the largest input to try, in bytes. */
export interface LinearWork {
  largest: number;
  prepare: Prepare;
}

const KiB = 1024;
const declared = ["/v2/users/add", "/v2/commentannotations/comments/delete"];

/** Number of clients that a document has before others are added. */
const CLIENTS = 17_000;
/** Size of a client in an update, in bytes. */
const CLIENT_BYTES = 6;

/** Work that must take time linear in the size of its input, by guarantee. */
export const linearWork: Record<string, LinearWork> = Object.fromEntries([
  ...["/", "//x", "/v1", "/..", "a", "%2f"].map((unit): [string, LinearWork] => [
    `the time for advice about a path of ${unit} does not grow with the path`,
    { largest: 64 * KiB, prepare: (bytes) => () => pathHint(`/${unit.repeat(bytes / unit.length)}!`, declared) },
  ]),
  ...Object.entries(costlyBodies).map(([name, parts]): [string, LinearWork] => [
    `reading a body takes little more than parsing it: ${name}`,
    { largest: 512 * KiB, prepare: (bytes) => reading(Buffer.from(costlyBody(parts, bytes))) },
  ]),
  [
    "adding clients to an editor of many others takes a constant time for each",
    { largest: 48 * KiB, prepare: (bytes) => addingClients(Math.floor(bytes / CLIENT_BYTES)) },
  ],
]);

function addingClients(count: number) {
  const recent = new RecentUpdates();
  const clocks = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i): [number, number] => [from + i, 1]);
  recent.advance(clocks(0, CLIENTS));
  const before = recent.stateVector;
  return () => {
    recent.advance(clocks(CLIENTS, CLIENTS + count));
    return [before, recent.stateVector];
  };
}

function reading(body: Buffer) {
  return () => {
    try {
      unwrap(body);
    } catch {
      // Refusals cost time as well.
    }
  };
}
