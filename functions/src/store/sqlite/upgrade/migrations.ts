import type { DatabaseSync } from "node:sqlite";
import { DOCS_TABLE, FORMATS_TABLE } from "../format.ts";

/** A step from one format of the data file to the next. */
export interface Migration {
  /** The format that the file has afterwards: one more than before. */
  to: number;
  /** Changes tables and rows, inside a transaction of the caller. It keeps the `formats` table and the sequence in `meta`. */
  run(db: DatabaseSync): void;
}

/** Every step since format 1, in order. A released step never changes: some files still have to take it. */
export const migrations: readonly Migration[] = [
  // Lets an Atrium that is too old for a file name the version that fits.
  { to: 2, run: (db) => db.exec(FORMATS_TABLE) },
  // Keeps a seek from reading the large documents that it passes.
  {
    to: 3,
    run: (db) =>
      db.exec(`CREATE TABLE large (coll INTEGER NOT NULL, id TEXT NOT NULL, data TEXT NOT NULL, PRIMARY KEY (coll, id));
        INSERT INTO large SELECT coll, id, data FROM docs WHERE octet_length(data) > 8192;
        UPDATE docs SET data = '' WHERE octet_length(data) > 8192`),
  },
  // Gives a document one entry for both directions, and none that no query reads. Opening the file adds missing entries.
  {
    to: 4,
    run: (db) =>
      db.exec(`CREATE TEMP TABLE dropped AS
        SELECT num FROM indexes WHERE definition LIKE '% desc' OR definition LIKE 'group %: ';
        DELETE FROM entries WHERE idx IN (SELECT num FROM dropped);
        DELETE FROM indexes WHERE num IN (SELECT num FROM dropped);
        DROP TABLE dropped`),
  },
  // Makes seeks read only keys and a row of a few kB fit in one page. Also keeps an earlier Atrium from using an index
  // that is no longer maintained.
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
  // Notices are now listed by time. Keeps an earlier Atrium from using indexes that are no longer maintained.
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
