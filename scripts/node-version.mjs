/** The versions of Node that `runsAtrium` accepts, as messages name them. */
export const neededNode = "Node 24.15 or newer, or Node 22 from 22.22.3 on";

/**
 * Whether Atrium runs on a Node: it must run TypeScript, and its SQLite must be 3.51.3 or newer. With an earlier one,
 * pages of a commit may never reach the data file if a checkpoint runs just then, as Atrium's do beside the commits
 * (sqlite.org/wal.html#the_wal_reset_bug). The build copies this function's text, so it must stand alone.
 * @param versions like `process.versions`.
 */
export function runsAtrium({ node, sqlite = "0" }) {
  const isFrom = (least, version) => version.localeCompare(least, "en", { numeric: true }) >= 0;
  return isFrom("22.18", node) && isFrom("3.51.3", sqlite);
}
