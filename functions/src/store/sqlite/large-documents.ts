/**
 * Documents with longer text, in characters, have it in the table `large` and none in `docs`. A seek in `docs` compares keys
 * with those of whole rows, and SQLite reads all pages of a row that does not fit into one.
 */
export const LONGEST_INLINE = 8192;

/** The table of large texts. Its keys stand in an index of their own, so a seek reads no text. */
export const LARGE_TABLE =
  "CREATE TABLE large (coll INTEGER NOT NULL, id TEXT NOT NULL, data TEXT NOT NULL, PRIMARY KEY (coll, id))";

const IN_LARGE = "FROM large l WHERE l.coll = d.coll AND l.id = d.id";

/** SQL of the text of a row `d` of `docs`. */
export const TEXT_OF_DOC = `CASE WHEN octet_length(d.data) = 0 THEN (SELECT l.data ${IN_LARGE}) ELSE d.data END`;

/** SQL of the bytes of that text, which SQLite knows without reading it. */
export const BYTES_OF_DOC = `CASE WHEN octet_length(d.data) = 0 THEN (SELECT octet_length(l.data) ${IN_LARGE})
  ELSE octet_length(d.data) END`;
