import { ApiError } from "#platform/error";
import { applyMerge, applyUpdate } from "#store/patches";
import { collectionName, splitPath } from "#store/paths";
import type { DocData, Patch, Precondition, Write } from "#store/port";
import { checkData, measure } from "#store/rules";
import type { Collections } from "./collections.ts";
import type { Database } from "./database.ts";
import type { Entry, Indexes } from "./indexes.ts";
import { decodeDocument, encodeDocument } from "./json.ts";
import type { Row, Rows } from "./rows.ts";

/** A write with all the work that needs no lock done. */
interface PreparedWrite {
  write: Write;
  collection: string;
  /** Last name of the collection's path. */
  name: string;
  id: string;
  /** JSON text of `create` and `set`, whose result does not depend on the stored document. */
  text?: string;
  /** Approximate size in bytes. */
  bytes: number;
}

/** A document about to change, with its old and new content. */
interface Change {
  prepared: PreparedWrite;
  /** Also undefined if it was not read, because nothing depends on it. */
  old: Row | undefined;
  /** The parsed content of `old`, if it was needed to decide. */
  before?: DocData;
  /** The new JSON text; undefined if the document is deleted. */
  text: string | undefined;
  data: DocData | undefined;
}

/** Changes a row that was read before, as in most writes. */
const PUT_AT = "UPDATE docs SET version = ?, data = ? WHERE rowid = ?";
/** Changes the row of a document in place, so that the pages with keys stay unchanged. */
const PUT = `INSERT INTO docs VALUES (?, ?, ?, ?)
  ON CONFLICT (coll, id) DO UPDATE SET version = excluded.version, data = excluded.data`;

/** Checks limits and serializes a write, before its commit is queued. @throws ApiError INVALID_ARGUMENT for an exceeded limit. */
export function prepareWrite(write: Write): PreparedWrite {
  const { collection, id } = splitPath(write.path);
  const name = collectionName(collection);
  if (write.op === "delete") return { write, collection, name, id, bytes: 0 };
  const { bytes, dates } = measure(write.data);
  if (write.op === "merge" || write.op === "update") return { write, collection, name, id, bytes };
  const text = encodeDocument(write.data, dates);
  return { write, collection, name, id, bytes: text.length, text };
}

/** Applies commits inside the running SQLite transaction: checks a whole commit first, then changes rows and index entries. */
export class Writer {
  readonly #db: Database;
  readonly #collections: Collections;
  readonly #indexes: Indexes;
  readonly #rows: Rows;

  constructor(db: Database, collections: Collections, indexes: Indexes, rows: Rows) {
    this.#db = db;
    this.#collections = collections;
    this.#indexes = indexes;
    this.#rows = rows;
  }

  /** Applies one commit. @throws ApiError before anything is changed. */
  apply(writes: PreparedWrite[], sequence: number): void {
    const changes = writes.map((prepared) => this.#decide(prepared));
    for (const change of changes) this.#change(change, sequence);
  }

  #decide(prepared: PreparedWrite): Change {
    const { write, name, text } = prepared;
    const indexed = this.#indexes.has(name);
    const precondition = "precondition" in write ? write.precondition : undefined;
    // Nothing depends on the stored document, which may be 1 MiB, so it is not read.
    if ((write.op === "set" || write.op === "delete") && !indexed && !precondition)
      return { prepared, old: this.#rows.kept(write.path), text, data: undefined };
    const old = this.#rows.getToWrite(write.path);
    if (precondition) checkPrecondition(precondition, old);
    switch (write.op) {
      case "delete":
        return { prepared, old, text: undefined, data: undefined };
      case "create":
        if (old) throw new ApiError("ALREADY_EXISTS", "The document already exists.");
        return { prepared, old, text, data: write.data };
      case "set":
        return { prepared, old, text, data: write.data };
      case "update":
        if (!old) throw new ApiError("NOT_FOUND", "The document does not exist.");
        return applyPatch(prepared, old, applyUpdate, write.data);
      case "merge":
        return applyPatch(prepared, old, applyMerge, write.data);
    }
  }

  #change({ prepared: { write, collection, name, id }, old, before, text, data }: Change, sequence: number): void {
    if (text === undefined && !old && (this.#indexes.has(name) || !this.#collections.find(collection))) return;
    const coll = this.#collections.number(collection);
    if (this.#indexes.has(name)) {
      const from = before ?? old?.fields ?? (old && decodeDocument(old.data));
      const document = { path: collection, num: coll, collection: name, id };
      this.#updateEntries(coll, id, this.#indexes.changes(this.#collections, document, from, data));
    }
    const rowid = old?.rowid;
    if (text === undefined) this.#db.statement("DELETE FROM docs WHERE coll = ? AND id = ?").run(coll, id);
    else if (rowid === undefined) this.#db.statement(PUT).run(coll, id, sequence, text);
    else this.#db.statement(PUT_AT).run(sequence, text, rowid);
    this.#rows.wrote(write.path, text === undefined ? undefined : { version: sequence, data: text, rowid });
  }

  #updateEntries(coll: number, id: string, { removed, added }: { removed: Entry[]; added: Entry[] }): void {
    const remove = this.#db.statement(
      "DELETE FROM entries WHERE idx = ? AND scope = ? AND key = ? AND coll = ? AND id = ?",
    );
    const add = this.#db.statement("INSERT INTO entries VALUES (?, ?, ?, ?, ?)");
    for (const { index, scope, key } of removed) remove.run(index, scope, key, coll, id);
    for (const { index, scope, key } of added) add.run(index, scope, key, coll, id);
  }
}

function applyPatch(prepared: PreparedWrite, old: Row | undefined, apply: typeof applyMerge, patch: Patch): Change {
  const before = old && decodeDocument(old.data);
  const data = apply(before ?? {}, patch);
  return { prepared, old, ...(before && { before }), text: encodeDocument(data, checkData(data)), data };
}

function checkPrecondition({ exists, version }: Precondition, old: Row | undefined): void {
  const holds =
    (exists === undefined || exists === (old !== undefined)) &&
    (version === undefined || version === String(old?.version));
  if (!holds) throw new ApiError("FAILED_PRECONDITION", "The document has changed.");
}
