import type { DatabaseSync } from "node:sqlite";
import { DOCS_TABLE, FORMATS_TABLE } from "../format.ts";

/** A step from one format of the data file to the next. */
export interface Migration {
  /** The format that the file has afterwards: one more than before. */
  to: number;
  /** Changes tables and rows, inside a transaction of the caller. It keeps the `formats` table and the sequence in `meta`. */
  run(db: DatabaseSync): void;
}

/** Every step since format 1, in order. One that was released never changes: some file still has to take it. */
export const migrations: readonly Migration[] = [
  // So that an Atrium which is too old for a file can name the one that fits.
  { to: 2, run: (db) => db.exec(FORMATS_TABLE) },
  // So that a seek does not read the large documents that it passes.
  {
    to: 3,
    run: (db) =>
      db.exec(`CREATE TABLE large (coll INTEGER NOT NULL, id TEXT NOT NULL, data TEXT NOT NULL, PRIMARY KEY (coll, id));
        INSERT INTO large SELECT coll, id, data FROM docs WHERE octet_length(data) > 8192;
        UPDATE docs SET data = '' WHERE octet_length(data) > 8192`),
  },
  // So that a document has one entry for both directions, and none that no query reads. The opening fills what is missing.
  {
    to: 4,
    run: (db) =>
      db.exec(`CREATE TEMP TABLE dropped AS
        SELECT num FROM indexes WHERE definition LIKE '% desc' OR definition LIKE 'group %: ';
        DELETE FROM entries WHERE idx IN (SELECT num FROM dropped);
        DELETE FROM indexes WHERE num IN (SELECT num FROM dropped);
        DROP TABLE dropped`),
  },
  // So that seeks read keys alone and a row of a few kB needs one page; and so that an earlier Atrium does not go by an index
  // that is kept no more.
  {
    to: 5,
    run: (db) =>
      db.exec(`ALTER TABLE docs RENAME TO clustered;
        ${DOCS_TABLE};
        INSERT INTO docs SELECT d.coll, d.id, d.version, coalesce(l.data, d.data)
          FROM clustered d LEFT JOIN large l ON octet_length(d.data) = 0 AND l.coll = d.coll AND l.id = d.id
          ORDER BY d.coll, d.id;
        DROP TABLE clustered;
        DROP TABLE large;
        DELETE FROM entries
          WHERE idx IN (SELECT num FROM indexes WHERE definition = 'commentAnnotations: lastUpdated asc');
        DELETE FROM indexes WHERE definition = 'commentAnnotations: lastUpdated asc'`),
  },
  // So that notices are listed by time, and an earlier Atrium does not go by indexes that are kept no more.
  {
    to: 6,
    run: (db) =>
      db.exec(`CREATE TEMP TABLE dropped AS
        SELECT num FROM indexes WHERE definition IN ('notices: documentId asc', 'notices: userId asc');
        DELETE FROM entries WHERE idx IN (SELECT num FROM dropped);
        DELETE FROM indexes WHERE num IN (SELECT num FROM dropped);
        DROP TABLE dropped`),
  },
];
