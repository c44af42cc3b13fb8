import { expect, test } from "@jest/globals";
import { ROOT } from "#domain/documents/folder";
import { newDocument } from "#domain/documents/store/documents";
import { newFolder } from "#domain/documents/store/folders";
import { grantPath } from "#domain/organizations/store/members";
import { documentPath, folderPath, newOrganization, organizationPath } from "#domain/organizations/store/organizations";
import { findApiKey } from "#domain/workspaces/store/api-keys";
import type { KeyCall } from "#src/call";
import { docMap } from "#store/doc-map";
import { type Cost, MeteredStore } from "#store/metered";
import type { Doc, DocData, StoreReader, Write } from "#store/port";
import { RememberingStore } from "#store/remembering-store";
import { expectWithContext } from "#testing/harness/jest/context";
import { ensure } from "#testing/harness/jest/ensure";
import { world } from "#testing/harness/world";
import { accessDecisions, decisionFrom } from "./access-decisions.ts";
import { type AccessHints, loadAccess } from "./access-facts.ts";
import { AncestorCache } from "./ancestor-cache.ts";
import { FoldersAbove } from "./folders-above.ts";

const organizationId = "acme";

/**
 * Organization `acme`, where access requires a role. It has folders `f1` > `f2` > `f3` and `g` at the top, document
 * `d<n>` in `f<n>`, and `d0` at the top. Zoe has a role on `g`.
 */
async function folderWorld() {
  const { context, tenant } = await world();
  const { store } = context;
  const apiKey = await findApiKey(store, tenant.apiKeyId);
  ensure(apiKey);
  const config = { ...apiKey.config, defaultDocumentAccessType: "restricted" as const };
  const call: KeyCall = { ...context, requestId: "test", apiKey: { ...apiKey, config } };
  const folder = (folderId: string, ...above: string[]): Write => ({
    op: "create",
    path: folderPath(call, organizationId, folderId),
    data: newFolder(call, {
      folderName: folderId,
      parentFolderId: above.at(-1) ?? ROOT,
      ancestors: [ROOT, ...above],
    }),
  });
  const document = (documentId: string, folderId?: string): Write => ({
    op: "create",
    path: documentPath(call, organizationId, documentId),
    data: newDocument(call, { ...(folderId !== undefined && { folderId }) }),
  });
  await store.commit([
    { op: "create", path: organizationPath(call, organizationId), data: newOrganization(call) },
    ...[folder("f1"), folder("f2", "f1"), folder("f3", "f1", "f2"), folder("g")],
    ...[document("d0"), document("d1", "f1"), document("d2", "f2"), document("d3", "f3")],
    { op: "create", path: grantPath(folderPath(call, organizationId, "g"), "zoe"), data: { accessRole: "editor" } },
  ]);
  const move = (folderId: string, parentFolderId: string) =>
    store.commit([{ op: "update", path: folderPath(call, organizationId, folderId), data: { parentFolderId } }]);
  const moveDocument = (documentId: string, folderId: string) =>
    store.commit([{ op: "update", path: documentPath(call, organizationId, documentId), data: { folderId } }]);
  const ask = (reader: StoreReader, documentId: string, help?: AccessHints, user = { userId: "zoe" }) =>
    accessDecisions(reader, call, [{ user, action: "read", place: { organizationId, documentId } }], help);
  const cost = async (documentId: string, help?: AccessHints, user?: { userId: string; isAdmin?: boolean }) => {
    const spent: Cost = { reads: 0, writes: 0, trips: 0 };
    await ask(new MeteredStore(store, spent), documentId, help, user);
    return `${spent.reads} reads, ${spent.trips} trips`;
  };
  return { call, store, move, moveDocument, ask, cost };
}

/** A reader that runs `before[n]` before round trip `n`, counted from 0. */
class InterruptedReader implements StoreReader {
  readonly #reader: StoreReader;
  readonly #before: (() => Promise<unknown>)[];
  /** Settles when the interruption of the current round trip has ended. */
  #interruption: Promise<unknown> | undefined;

  constructor(reader: StoreReader, ...before: (() => Promise<unknown>)[]) {
    this.#reader = reader;
    this.#before = before;
  }

  async getMany<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]> {
    this.#interruption = this.#before.shift()?.();
    await this.#interruption;
    return this.#reader.getMany<T>(paths);
  }

  /** Part of the round trip of `getMany`. */
  async getExisting<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]> {
    await this.#interruption;
    return this.#reader.getExisting<T>(paths);
  }

  get(): never {
    throw new Error("reads one by one cost a round trip each");
  }

  query(): never {
    throw new Error("nothing here takes a query");
  }
}

const nothing = async () => undefined;

test("access to a document takes one round trip at the top, and two or three in folders", async () => {
  const { cost } = await folderWorld();
  expect(await cost("d0")).toBe("4 reads, 1 trips");
  expect(await cost("d1")).toBe("8 reads, 2 trips");
  expect(await cost("d3")).toBe("14 reads, 3 trips");
});

test("when a place's ancestors are cached, everything is read in one round trip and nothing twice", async () => {
  const { cost } = await folderWorld();
  const ancestors = new AncestorCache();
  for (const id of ["d1", "d3"]) await cost(id, { ancestors });
  expect(await cost("d1", { ancestors })).toBe("5 reads, 1 trips");
  expect(await cost("d3", { ancestors })).toBe("7 reads, 1 trips");
});

test("an outdated cache entry grants no access, and is replaced", async () => {
  const { store, ask, cost, moveDocument } = await folderWorld();
  const ancestors = new AncestorCache();
  await moveDocument("d3", "g");
  expect((await ask(store, "d3", { ancestors }))[0]?.allowed).toBe(true);
  await moveDocument("d3", "f1");
  expect((await ask(store, "d3", { ancestors }))[0]?.allowed).toBe(false);
  expect(await cost("d3", { ancestors })).toBe("5 reads, 1 trips");
});

test("no roles are read for administrators", async () => {
  const { cost } = await folderWorld();
  expect(await cost("d0", {}, { userId: "zoe", isAdmin: true })).toBe("2 reads, 1 trips");
});

test("documents that the caller has read are not read again, and count as missing if they are being deleted", async () => {
  const { call, store, cost, ask } = await folderWorld();
  const paths = [organizationPath(call, organizationId), documentPath(call, organizationId, "d1")];
  const docs = (await store.getMany(paths)).filter((doc) => doc !== undefined);
  expect(await cost("d1", { docs })).toBe("3 reads, 1 trips");
  const gone = docs.map((doc) => ({ ...doc, data: { ...doc.data, deleting: true } }));
  expect((await ask(store, "d1", { docs: gone }))[0]?.rule).toStrictEqual({ kind: "missing" });
});

test("a document that moves out of a folder does not inherit the folder's later changes, even if all happens between two reads", async () => {
  const { store, ask, move, moveDocument } = await folderWorld();
  const during = async () => {
    await moveDocument("d1", "f2");
    await move("f2", ROOT);
    await move("f1", "g");
  };
  const [decision] = await ask(new InterruptedReader(store, nothing, during), "d1");
  expect(decision?.allowed).toBe(false);
  expect((await ask(store, "d1"))[0]?.allowed).toBe(false);
});

test("documents that a call has read earlier decide nothing: each decision reads the chain again, as of one moment", async () => {
  const { call, store, ask, move, moveDocument } = await folderWorld();
  const remembering = new RememberingStore(store);
  await ask(remembering, "d1");
  await remembering.getMany([documentPath(call, organizationId, "d2"), folderPath(call, organizationId, "f2")]);
  await moveDocument("d1", "f2");
  await moveDocument("d2", "f3");
  await move("f1", "g");
  await move("f2", ROOT);
  await move("f3", ROOT);
  const ancestors = new AncestorCache();
  for (const id of ["d1", "d2"])
    for (const hints of [{}, { ancestors }, { ancestors }])
      expect((await ask(remembering, id, hints))[0]?.allowed).toBe(false);
});

test("a folder that moves out of another does not inherit the other's later changes, even if all happens between two reads", async () => {
  const { store, ask, move } = await folderWorld();
  const during = async () => {
    await move("f3", ROOT);
    await move("f2", "g");
  };
  const reader = () => new InterruptedReader(store, nothing, nothing, during);
  expect((await ask(reader(), "d3"))[0]?.allowed).toBe(false);
});

test("when a folder moves while a chain is read, only its new place counts", async () => {
  for (const trip of [0, 1, 2])
    for (const [userId, allowed] of [
      ["zoe", true],
      ["yan", false],
    ] as const) {
      const { call, store, ask, move } = await folderWorld();
      const path = grantPath(folderPath(call, organizationId, "f1"), "yan");
      await store.commit([{ op: "create", path, data: { accessRole: "editor" } }]);
      const reader = new InterruptedReader(store, ...Array(trip).fill(nothing), () => move("f2", "g"));
      const [decision] = await ask(reader, "d3", {}, { userId });
      expectWithContext(decision?.allowed, `${userId}, moved before trip ${trip}`).toBe(allowed);
    }
});

test("folders that swap places between the reads are followed to their current places", async () => {
  const { store, ask, move } = await folderWorld();
  const during = async () => {
    await move("f1", "f2");
    await move("f2", "g");
  };
  const [decision] = await ask(new InterruptedReader(store, nothing, nothing, during), "d3");
  expect(decision?.allowed).toBe(true);
});

test("a cached folder at the top is followed to its new parent when it moves before the chain is complete", async () => {
  const { call, store, ask, move } = await folderWorld();
  const ancestors = new AncestorCache();
  ancestors.set(documentPath(call, organizationId, "d3"), [folderPath(call, organizationId, "f1")]);
  const reader = new InterruptedReader(store, nothing, nothing, () => move("f1", "g"));
  expect((await ask(reader, "d3", { ancestors }))[0]?.allowed).toBe(true);
});

test("the same facts can decide at a later time, when a role has ended", async () => {
  const { call, store } = await folderWorld();
  const path = documentPath(call, organizationId, "d0");
  const end = call.now() / 1000 + 60;
  await store.commit([{ op: "create", path: grantPath(path, "lin"), data: { accessRole: "viewer", expiresAt: end } }]);
  const request = { user: { userId: "lin" }, action: "read" as const, place: { organizationId, documentId: "d0" } };
  const facts = await loadAccess(store, call, [request]);
  expect(decisionFrom(call, facts, request).allowed).toBe(true);
  expect(decisionFrom({ ...call, now: () => end * 1000 }, facts, request).allowed).toBe(false);
});

test("the folders above the documents of one folder are looked up once for all of them", () => {
  const docs = docMap();
  const add = (path: string, data: DocData) => docs.set(path, { path, id: path, version: "1", data });
  const ids = Array.from({ length: 50 }, (_, i) => `f${i}`);
  ids.forEach(
    (id, i) =>
      void add(`o/folders/${id}`, { parentFolderId: ids[i - 1] ?? ROOT, ancestors: [ROOT, ...ids.slice(0, i)] }),
  );
  const paths = ids.map((_, i) => `o/documents/d${i}`);
  for (const path of paths) add(path, { folderId: "f49" });
  let lookups = 0;
  const get = docs.get.bind(docs);
  docs.get = ((path: string) => {
    lookups++;
    return get(path);
  }) as typeof docs.get;
  const above = new FoldersAbove(docs);
  for (const path of paths) expect(above.of({ organization: "o", path }).length).toBe(50);
  expect(lookups).toBeLessThan(3 * ids.length);
  docs.delete("o/folders/f40");
  expect(new FoldersAbove(docs).of({ organization: "o", path: "o/folders/f49" }).length).toBe(49);
});
