import { expect, test } from "@jest/globals";
import * as Y from "yjs";
import { redactState } from "./redact-state.ts";

const subjects = { userIds: new Set(["eve"]), emails: new Set(["eve@example.org"]), names: new Set<string>() };
const gone = { userId: "deleted-user", name: "Deleted user" };

/** The state of a document without eve; undefined when it does not name her. */
function redacted(doc: Y.Doc | Uint8Array): Buffer | undefined {
  const update = Buffer.from(doc instanceof Y.Doc ? Y.encodeStateAsUpdate(doc) : doc).toString("base64");
  const state = redactState({ type: "text", contentKey: "content", client: 7, update, subjects });
  return state && Buffer.from(state.update, "base64");
}

function opened(state: Buffer | undefined): Y.Doc {
  const doc = new Y.Doc();
  if (state) Y.applyUpdate(doc, state);
  return doc;
}

test("text that an offline client wrote next to the user's name is kept and does not bring the name back", () => {
  const [doc, offline] = [new Y.Doc(), new Y.Doc()];
  doc.getText("content").insert(0, "Ask {{eve}} or {{lin}} today", { author: { userId: "eve" } });
  doc.getMap("votes").set("eve@example.org", 1);
  Y.applyUpdate(offline, Y.encodeStateAsUpdate(doc));
  offline.getText("content").insert(7, "+");
  offline.getText("content").insert(0, "> ");
  offline.getMap("votes").set("eve@example.org", 2);
  const server = opened(redacted(doc));
  Y.applyUpdate(server, Y.encodeStateAsUpdate(offline));
  Y.applyUpdate(offline, Y.encodeStateAsUpdate(server));
  for (const one of [server, offline])
    expect(one.getText("content").toString()).toMatch(/^> Ask (\+Deleted user|Deleted user\+) or \{\{lin\}\} today$/);
  expect(server.getMap("votes").toJSON()).toStrictEqual({});
  expect(Buffer.from(Y.encodeStateAsUpdate(server)).includes("eve")).toBe(false);
});

test("a text and a list that name the user very often keep their other content", () => {
  const doc = new Y.Doc();
  const times = 20_000;
  doc.getText("content").insert(0, "{{eve}}, ".repeat(times));
  doc.getArray("list").insert(
    0,
    Array.from({ length: times }, (_, i) => (i % 2 ? { userId: "eve" } : i)),
  );
  const server = opened(redacted(doc));
  expect(server.getText("content").toString()).toBe("Deleted user, ".repeat(times));
  const list = server.getArray("list").toArray();
  expect([list.length, list[2], list[3], list.at(-1)]).toStrictEqual([times, 2, gone, gone]);
});

test("JSON that is too deep to traverse is removed entirely if it names the user, and kept if not", () => {
  const deep = (value: unknown) => {
    let json = value;
    for (let i = 0; i < 1500; i++) json = i % 2 ? [json] : { a: json };
    return json;
  };
  const doc = new Y.Doc();
  doc.getArray("list").insert(0, [deep({ userId: "eve" }), deep("lin")]);
  const [theirs, other] = opened(redacted(doc)).getArray("list").toArray();
  expect(theirs).toBe(null);
  expect(JSON.stringify(other)).toBe(JSON.stringify(deep("lin")));
});

test("pending changes that wait for missing ones are dropped if they name the user", () => {
  const doc = new Y.Doc();
  const updates: Uint8Array[] = [];
  doc.on("update", (update: Uint8Array) => updates.push(update));
  for (const text of ["first ", "second ", "{{eve}} "]) doc.getText("content").insert(0, text);
  const [first, , third] = updates as [Uint8Array, Uint8Array, Uint8Array];
  const state = redacted(Y.mergeUpdates([first, third]));
  expect(state?.includes("eve")).toBe(false);
  const server = opened(state);
  expect(server.getText("content").toString()).toBe("first ");
  Y.applyUpdate(server, Y.encodeStateAsUpdate(doc, Y.encodeStateVector(server)));
  expect(server.getText("content").toString()).toBe("{{eve}} second first ");
});

test("a root type whose name is the user's is removed with its content, and one with another name is kept", () => {
  const doc = new Y.Doc();
  doc.getText("eve").insert(0, "Private");
  doc.getText("eve@example.org").insert(0, "Private");
  doc.getText("evening").insert(0, "Public");
  const state = redacted(doc);
  expect([state?.includes("Private"), state?.includes("example")]).toStrictEqual([false, false]);
  expect(opened(state).getText("evening").toString()).toBe("Public");
});

test("another user with the same address keeps it, and values that merely equal an id are kept", () => {
  const doc = new Y.Doc();
  const author = new Y.Map<unknown>();
  doc.getMap("meta").set("author", author);
  for (const [key, value] of Object.entries({ userId: "lin", email: "eve@example.org", label: "eve" }))
    author.set(key, value);
  expect(redacted(doc)).toBe(undefined);
});

test("subdocuments, bytes and other Yjs values are kept, and the metadata of a subdocument loses the user", () => {
  const doc = new Y.Doc();
  doc.getMap("docs").set("a", new Y.Doc({ guid: "sub", meta: { by: { userId: "eve" }, title: "T" } }));
  doc.getArray("list").insert(0, [new Uint8Array([1, 2]), { n: 12n }, null, "eve@example.org"]);
  const server = opened(redacted(doc));
  const sub = server.getMap("docs").get("a") as Y.Doc;
  expect([sub.guid, sub.meta]).toStrictEqual(["sub", { by: gone, title: "T" }]);
  expect(server.getArray("list").toArray()).toStrictEqual([new Uint8Array([1, 2]), { n: 12n }, null, "Deleted user"]);
});
