import { expect, test } from "@jest/globals";
import * as Y from "yjs";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { HeavyWork } from "#src/heavy-work";
import { REMOVE } from "#store/port";
import { editorInStore, plan, readEditor, seenBy, worldWithPlan } from "#testing/fixtures/crdt/crdt";
import { eve, expectDeletionCompleted, lin, tracesOf } from "#testing/fixtures/erasure/user-traces";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { eachStore } from "#testing/harness/store/each-store";
import { dumpBelow } from "#testing/harness/store/store-dump";
import type { World } from "#testing/harness/world";

const gone = { userId: "deleted-user", name: "Deleted user" };
const person = { userId: eve.userId, email: eve.email };

/** Editors that name eve in places that their JSON may not show, and their expected content after the deletion. */
const editors: {
  id: string;
  type: string;
  write: (doc: Y.Doc) => void;
  left: (doc: Y.Doc) => unknown;
  expected: unknown;
}[] = [
  {
    id: "format",
    type: "text",
    write: (doc) => {
      doc.getText("content").insert(0, "By her", { author: person, bold: true });
      doc.getText("content").insert(6, " by him", { author: lin });
    },
    left: (doc) => doc.getText("content").toDelta(),
    expected: [
      { insert: "By her", attributes: { author: gone, bold: true } },
      { insert: " by him", attributes: { author: lin } },
    ],
  },
  {
    id: "embed",
    type: "text",
    write: (doc) => {
      const text = doc.getText("content");
      text.insert(0, "For : ");
      text.insertEmbed(4, { mention: person });
      text.insertEmbed(5, { mention: lin });
      text.insertEmbed(6, { mention: { id: eve.userId, value: eve.name, denotationChar: "@" } });
    },
    left: (doc) => doc.getText("content").toDelta(),
    expected: [
      { insert: "For " },
      { insert: { mention: gone } },
      { insert: { mention: lin } },
      { insert: { mention: { id: gone.userId, value: gone.name } } },
      { insert: ": " },
    ],
  },
  {
    id: "other-root",
    type: "text",
    write: (doc) => {
      doc.getText("content").insert(0, "Quiet");
      doc.getMap("meta").set("author", person);
      doc.getMap("meta").set("editor", lin);
      doc.getArray("log").insert(0, [1, `To ${eve.email}`, lin]);
      doc.getText("notes").insert(0, `Ask {{${eve.userId}}}.`);
    },
    left: (doc) => [doc.getMap("meta").toJSON(), doc.getArray("log").toJSON(), doc.getText("notes").toString()],
    expected: [{ author: gone, editor: lin }, [1, "To Deleted user", lin], "Ask Deleted user."],
  },
  {
    id: "proto",
    type: "map",
    write: (doc) => {
      doc.getMap("content").set("__proto__", person);
      doc.getMap("content").set("a", 1);
    },
    left: (doc) => [...doc.getMap("content").entries()].sort(),
    expected: [
      ["__proto__", gone],
      ["a", 1],
    ],
  },
  {
    id: "keys",
    type: "map",
    write: (doc) => {
      const votes = new Y.Map<unknown>();
      doc.getMap("content").set("votes", votes);
      for (const by of [eve.userId, eve.email, lin.userId]) for (const vote of [1, 2]) votes.set(by, vote);
      const author = new Y.Map<unknown>();
      doc.getMap("content").set("author", author);
      for (const [key, value] of Object.entries(eve)) author.set(key, value);
      const viewers = new Y.Array<string>();
      doc.getMap("content").set("viewerUserIds", viewers);
      viewers.insert(0, [lin.userId, eve.userId]);
    },
    left: (doc) => doc.getMap("content").toJSON(),
    expected: { votes: { lin: 2 }, author: gone, viewerUserIds: ["lin"] },
  },
  {
    id: "xmltext-format",
    type: "xmltext",
    write: (doc) => (doc.get("content", Y.XmlText) as Y.XmlText).insert(0, "Hi", { comment: { by: [person, lin] } }),
    left: (doc) => (doc.get("content", Y.XmlText) as Y.XmlText).toDelta(),
    expected: [{ insert: "Hi", attributes: { comment: { by: [gone, lin] } } }],
  },
  {
    id: "array",
    type: "array",
    write: (doc) => {
      const text = new Y.Text();
      doc.getArray("content").insert(0, ["a", text, "b"]);
      text.insertEmbed(0, { mention: person });
      text.insert(1, "c", { bold: true });
    },
    left: (doc) => [doc.getArray("content").toJSON(), (doc.getArray("content").get(1) as Y.Text).toDelta()],
    expected: [
      ["a", "c", "b"],
      [{ insert: { mention: gone } }, { insert: "c", attributes: { bold: true } }],
    ],
  },
  {
    id: "attribute",
    type: "xml",
    write: (doc) => {
      const fragment = doc.getXmlFragment("content");
      const elements = ["p", "mention", "p"].map((name) => new Y.XmlElement(name));
      fragment.insert(0, elements);
      elements[0]?.setAttribute("userId", eve.userId);
      elements[0]?.setAttribute("name", eve.name);
      elements[0]?.insert(0, [new Y.XmlText("Kept")]);
      elements[1]?.setAttribute("id", eve.userId);
      elements[1]?.setAttribute("label", eve.name);
      elements[2]?.setAttribute("userId", lin.userId);
      elements[2]?.setAttribute("align", "left");
    },
    left: (doc) => doc.getXmlFragment("content").toString(),
    expected:
      '<p name="Deleted user" userId="deleted-user">Kept</p>' +
      '<mention id="deleted-user" label="Deleted user"></mention><p align="left" userId="lin"></p>',
  },
  {
    id: "root-attribute",
    type: "xmltext",
    write: (doc) => {
      const text = doc.get("content", Y.XmlText) as Y.XmlText;
      text.insert(0, "Title");
      for (const [key, value] of Object.entries({ userId: eve.userId, owner: eve.email, align: "left" }))
        text.setAttribute(key, value);
    },
    left: (doc) => (doc.get("content", Y.XmlText) as Y.XmlText).getAttributes(),
    expected: { userId: "deleted-user", owner: "Deleted user", align: "left" },
  },
  {
    id: "pieces",
    type: "text",
    write: (doc) => {
      const text = doc.getText("content");
      text.insert(0, `{{${eve.userId}}} and ${eve.email}!`);
      text.format(4, 3, { bold: true });
      text.insertEmbed(0, { image: 1 });
    },
    left: (doc) => doc.getText("content").toString(),
    expected: "Deleted user and Deleted user!",
  },
];

async function push(w: World, id: string, type: string, doc: Y.Doc): Promise<void> {
  const update = Buffer.from(Y.encodeStateAsUpdate(doc)).toString("base64");
  await w.ok("/v2/crdt/sync", { ...plan, editorId: id, type, update });
}

async function pull(w: World, editorId: string): Promise<Buffer> {
  const { data } = await w.ok("/v2/crdt/sync", { ...plan, editorId });
  return Buffer.from(data.update, "base64");
}

async function forget(w: World): Promise<void> {
  const { data } = await w.ok("/v2/users/data/delete", { userIds: [eve.userId] });
  await expectDeletionCompleted(w, data.jobId);
}

/** Whether bytes contain the id or the address of eve. */
const isNamed = (bytes: Buffer) =>
  [eve.userId, eve.email, eve.email.toLowerCase()].some((name) => bytes.toString("latin1").includes(name));

for (const [name, options] of eachStore)
  for (const isHeavy of [false, true])
    test(`${name}${isHeavy ? ", in a thread" : ""}: nothing in the Yjs document of an editor names an erased user`, async () => {
      const heavyWork = new HeavyWork(isHeavy ? 100 : undefined);
      onTestFinished(() => heavyWork.close());
      const w = await worldWithPlan({ ...(await options()), heavyWork });
      await w.ok("/v2/users/add", { ...plan, users: [eve, lin] });
      const clients = new Map<string, Y.Doc>();
      for (const { id, type, write } of editors) {
        const doc = new Y.Doc();
        clients.set(id, doc);
        write(doc);
        await push(w, id, type, doc);
      }
      await w.drain();
      await forget(w);
      for (const { id, type, left, expected } of editors) {
        const state = await pull(w, id);
        const editor = await readEditor(w, id);
        expect([id, isNamed(state), JSON.stringify(editor).includes(eve.userId)]).toStrictEqual([id, false, false]);
        const fresh = new Y.Doc();
        Y.applyUpdate(fresh, state);
        expect([id, left(fresh)]).toStrictEqual([id, expected]);
        // A connected client converges and does not bring the user back.
        const client = clients.get(id) as Y.Doc;
        Y.applyUpdate(client, state);
        expect([id, left(client)]).toStrictEqual([id, expected]);
        await push(w, id, type, client);
        expect([id, isNamed(await pull(w, id))]).toStrictEqual([id, false]);
        if (!type.startsWith("xml"))
          expect(editor.data).toStrictEqual(JSON.parse(JSON.stringify(seenBy(fresh, type, "content"))));
      }
      expect(await tracesOf(w, eve)).toStrictEqual([]);
    });

for (const [name, options] of eachStore)
  test(`${name}: editors that do not name the user are not written`, async () => {
    const w = await worldWithPlan(await options());
    await w.ok("/v2/users/add", { ...plan, users: [eve, lin] });
    const doc = new Y.Doc();
    doc.getText("content").insert(0, `{{lin}} {not} eve`, { author: lin });
    doc.getText("content").insertEmbed(0, { mention: { userId: `${eve.userId}0`, email: `x${eve.email}` } });
    await push(w, "quiet", "text", doc);
    await w.drain();
    const dumpEditors = async () => {
      const all = await dumpBelow(
        w.context.store,
        `${apiKeyPath(w.tenant.apiKeyId)}/organizations/acme/documents/plan`,
      );
      return Object.entries(all).filter(([path]) => path.includes("/crdt/"));
    };
    const before = await dumpEditors();
    await forget(w);
    expect(before.length).toBeGreaterThan(0);
    expect(await dumpEditors()).toStrictEqual(before);
  });

test("Firestore: editors written by an earlier version are scanned once, and found by name from then on", async () => {
  const [, options] = eachStore[1] as (typeof eachStore)[number];
  const w = await worldWithPlan(await options());
  const { store } = w.context;
  await w.ok("/v2/users/add", { ...plan, users: [eve, lin] });
  const doc = new Y.Doc();
  doc.getText("content").insertEmbed(0, { mention: person });
  await push(w, "old", "text", doc);
  const editor = await store.get(editorInStore(w, "old"));
  await store.commit([{ op: "set", path: editorInStore(w, "old"), data: { ...editor?.data, named: [] } }]);
  const apiKey = apiKeyPath(w.tenant.apiKeyId);
  await store.commit([{ op: "update", path: apiKey, data: { areEditorsIndexedByName: REMOVE } }]);
  const { data } = await w.ok("/v2/users/data/delete", { userIds: ["nobody"] });
  await expectDeletionCompleted(w, data.jobId);
  expect((await store.get(apiKey))?.data.areEditorsIndexedByName).toBe(true);
  await forget(w);
  expect(isNamed(await pull(w, "old"))).toBe(false);
});

test("an erased user is no longer reported as the last writer", async () => {
  for (const [, options] of eachStore) {
    const w = await worldWithPlan(await options());
    await w.ok("/v2/users/add", { ...plan, users: [eve, lin] });
    const token = await w.token(eve.userId, { isAdmin: true });
    await w.ok("/v2/crdt/add", { ...plan, editorId: "e", type: "text", data: "Hi" }, { token });
    expect((await readEditor(w, "e")).lastUpdatedBy).toBe(eve.userId);
    await forget(w);
    const { data, lastUpdatedBy } = await readEditor(w, "e");
    expect([data, lastUpdatedBy]).toStrictEqual(["Hi", null]);
  }
});

for (const [name, options] of eachStore)
  test(`${name}: an editor in use loses the user, even from updates that are not folded yet and from deleted text`, async () => {
    const w = await worldWithPlan(await options());
    await w.ok("/v2/users/add", { ...plan, users: [eve, lin] });
    const doc = new Y.Doc();
    const text = doc.getText("content");
    text.insert(0, "a");
    await push(w, "live", "text", doc);
    text.insertEmbed(0, { mention: person });
    text.insert(0, "b", { author: person });
    await push(w, "live", "text", doc);
    text.insert(0, `{{${eve.userId}}}`);
    await push(w, "live", "text", doc);
    text.delete(0, 4);
    await push(w, "live", "text", doc);
    expect(isNamed(await pull(w, "live"))).toBe(true);
    await forget(w);
    const state = await pull(w, "live");
    expect(isNamed(state)).toBe(false);
    Y.applyUpdate(doc, state);
    text.insert(0, "c");
    await push(w, "live", "text", doc);
    await w.drain();
    expect(isNamed(await pull(w, "live"))).toBe(false);
    const fresh = new Y.Doc();
    Y.applyUpdate(fresh, await pull(w, "live"));
    expect(fresh.getText("content").toDelta()).toStrictEqual(text.toDelta());
    expect(await tracesOf(w, eve)).toStrictEqual([]);
  });
