import { ApiError } from "#platform/error";
import { applyMerge, applyUpdate } from "#store/patches";
import { collectionName, splitPath } from "#store/paths";
import type { DocData, Patch, Precondition, Write } from "#store/port";
import { checkData, measure } from "#store/rules";
import type { Collections } from "./collections.ts";
import type { Database } from "./database.ts";
import type { Entry, Indexes } from "./indexes.ts";
import { decodeDocument, encodeDocument } from "./json.ts";
import { LONGEST_INLINE } from "./large-documents.ts";
import type { Row, Rows } from "./rows.ts";

/** A write with all the work that needs no lock done. */
interface Prepared {
  write: Write;
  collection: string;
  id: string;
  /** JSON text of `create` and `set`, whose result does not depend on the stored document. */
  text?: string;
  /** Approximate size in bytes. */
  bytes: number;
}

/** A document about to change, with its old and new content. */
interface Change {
  prepared: Prepared;
  old: Row | undefined;
  /** Whether `old` was not read: nothing depends on it. */
  isUnread?: boolean;
  /** The parsed content of `old`, if it was needed to decide. */
  before?: DocData;
  /** The new JSON text; undefined if the document is deleted. */
  text: string | undefined;
  data: DocData | undefined;
}

/** Checks limits and serializes a write, before its commit is queued. @throws ApiError INVALID_ARGUMENT for a limit. */
export function prepareWrite(write: Write): Prepared {
  const { collection, id } = splitPath(write.path);
  if (write.op === "delete") return { write, collection, id, bytes: 0 };
  const { bytes, dates } = measure(write.data);
  if (write.op === "merge" || write.op === "update") return { write, collection, id, bytes };
  const text = encodeDocument(write.data, dates);
  return { write, collection, id, bytes: text.length, text };
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
  apply(writes: Prepared[], sequence: number): void {
    const changes = writes.map((prepared) => this.#decide(prepared));
    for (const change of changes) this.#change(change, sequence);
  }

  #decide(prepared: Prepared): Change {
    const { write, collection, text } = prepared;
    const indexed = this.#indexes.has(collectionName(collection));
    const precondition = "precondition" in write ? write.precondition : undefined;
    // What is there may be 1 MiB, and nothing depends on it.
    if ((write.op === "set" || write.op === "delete") && !indexed && !precondition)
      return { prepared, old: undefined, isUnread: true, text, data: undefined };
    const old = this.#rows.get(write.path);
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
        return changed(prepared, old, applyUpdate, write.data);
      case "merge":
        return changed(prepared, old, applyMerge, write.data);
    }
  }

  #change({ prepared: { write, collection, id }, old, isUnread, before, text, data }: Change, sequence: number): void {
    const name = collectionName(collection);
    if (text === undefined && !old && (this.#indexes.has(name) || !this.#collections.find(collection))) return;
    const coll = this.#collections.number(collection);
    if (this.#indexes.has(name)) {
      const from = before ?? (old && decodeDocument(old.data));
      const only = from && data && this.#indexes.differing(name, from, data);
      const entries = (of: DocData) => this.#indexes.entries(this.#collections, collection, name, id, of, only);
      this.#updateEntries(coll, id, from ? entries(from) : [], data ? entries(data) : []);
    }
    if (isUnread || old?.isLarge) this.#db.statement("DELETE FROM large WHERE coll = ? AND id = ?").run(coll, id);
    if (text === undefined) this.#db.statement("DELETE FROM docs WHERE coll = ? AND id = ?").run(coll, id);
    else this.#put(coll, id, sequence, text);
    const isLarge = text !== undefined && text.length > LONGEST_INLINE;
    this.#rows.wrote(write.path, text === undefined ? undefined : { version: sequence, data: text, isLarge });
  }

  #put(coll: number, id: string, sequence: number, text: string): void {
    const isLarge = text.length > LONGEST_INLINE;
    const inline = isLarge ? "" : text;
    this.#db.statement("INSERT OR REPLACE INTO docs VALUES (?, ?, ?, ?)").run(coll, id, sequence, inline);
    if (isLarge) this.#db.statement("INSERT INTO large VALUES (?, ?, ?)").run(coll, id, text);
  }

  #updateEntries(coll: number, id: string, before: Entry[], after: Entry[]): void {
    const remove = this.#db.statement(
      "DELETE FROM entries WHERE idx = ? AND scope = ? AND key = ? AND coll = ? AND id = ?",
    );
    const add = this.#db.statement("INSERT INTO entries VALUES (?, ?, ?, ?, ?)");
    for (const entry of before)
      if (!after.some((other) => sameEntry(entry, other))) remove.run(entry.index, entry.scope, entry.key, coll, id);
    for (const entry of after)
      if (!before.some((other) => sameEntry(entry, other))) add.run(entry.index, entry.scope, entry.key, coll, id);
  }
}

function changed(prepared: Prepared, old: Row | undefined, apply: typeof applyMerge, patch: Patch): Change {
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

function sameEntry(a: Entry, b: Entry): boolean {
  return a.index === b.index && a.scope === b.scope && a.key.equals(b.key);
}
