import { expect, test } from "@jest/globals";
import * as Y from "yjs";
import { plan, worldWithPlan } from "#testing/fixtures/crdt/crdt";
import { MAX_DOCUMENT_CLIENTS } from "./clients.ts";
import { LiveDocument } from "./live-document.ts";
import { OutlinedDocument } from "./outlined-document.ts";

/** An update in which each client has deleted something, with 7 bytes for each. @param first id of the first client. */
function updateOfClients(count: number, first: number): Uint8Array {
  const number = (value: number): number[] => (value < 128 ? [value] : [128 | (value % 128), ...number(value >> 7)]);
  const bytes = [...number(count)];
  for (let id = first; id < first + count; id++) bytes.push(1, ...number(id), 0, 0, 1);
  return Uint8Array.from([...bytes, 0]);
}

const TOO_MANY = "The Yjs document of an editor must not have more than 50,000 clients.";

test("an update with more clients than a document may have is refused before Yjs reads it, over HTTP too", async () => {
  const w = await worldWithPlan();
  const update = updateOfClients(MAX_DOCUMENT_CLIENTS + 1, 1000);
  expect(() => new LiveDocument({ base: "", log: "" }).newIn(update)).toThrow(TOO_MANY);
  const data = { ...plan, editorId: "title", update: Buffer.from(update).toString("base64") };
  const { status, body } = await w.request("/v2/crdt/sync", data);
  expect([status, body.error.message]).toStrictEqual([400, TOO_MANY]);
});

test("a document with the maximum number of clients accepts no further client, but still takes updates of those it has", () => {
  const full = Buffer.from(updateOfClients(MAX_DOCUMENT_CLIENTS - 1, 1000)).toString("base64");
  const document = new LiveDocument({ base: full, log: "" });
  const ada = new Y.Doc();
  ada.getText("content").insert(0, "Hello");
  expect(document.take(document.newIn(Y.encodeStateAsUpdate(ada)) as Uint8Array)).toBe(true);
  const lin = new Y.Doc();
  lin.getText("content").insert(0, "Too late");
  expect(() => document.newIn(Y.encodeStateAsUpdate(lin))).toThrow(TOO_MANY);
  const before = Y.encodeStateVector(ada);
  ada.getText("content").insert(5, " world");
  expect(document.newIn(Y.encodeStateAsUpdate(ada, before))).toBeDefined();
  for (const doc of [ada, lin]) doc.destroy();
  document.close();
});

test("a document of which only an outline is kept accepts no further client either", () => {
  const clocks = new Map(Array.from({ length: MAX_DOCUMENT_CLIENTS - 1 }, (_, i) => [1000 + i, 1]));
  const stateVector = Buffer.from(Y.encodeStateVector(clocks)).toString("base64");
  const document = new OutlinedDocument({ stateVector, deletions: "AA==" }, 1000);
  const typedBy = (id: number) => {
    const doc = new Y.Doc();
    doc.clientID = id;
    doc.getText("content").insert(0, "Hello");
    return Y.encodeStateAsUpdate(doc);
  };
  expect(document.take(document.newOfClient(typedBy(1)) as Uint8Array)).toBe(true);
  expect(() => document.newOfClient(typedBy(2))).toThrow(TOO_MANY);
});
