import { EventEmitter } from "node:events";
import { Duplex } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { UserCall, WriteCall } from "@atrium/functions/call";
import { LiveEditor } from "@atrium/functions/domain/crdt/store/live-editor";
import { findApiKey } from "@atrium/functions/domain/workspaces/store/api-keys";
import { TimeSlice } from "@atrium/functions/platform/async/time-slice";
import { plan, readEditor, worldWithPlan } from "@atrium/functions/testing/fixtures/crdt/crdt";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { seededRandom } from "@atrium/functions/testing/harness/properties/seeded-random";
import { expect, test } from "@jest/globals";
import type { WebSocket } from "ws";
import * as Y from "yjs";
import { UnreadFrames } from "../load/unread-frames.ts";
import { UnreadReplies } from "../load/unread-replies.ts";
import { Awareness } from "./awareness.ts";
import { AwarenessBatches } from "./awareness-batches.ts";
import { awarenessFrame, missingFrame, stateVectorFrame, updateFrame } from "./frames.ts";
import { MessageSlices } from "./inbox.ts";
import { Peer, type PeerRoom } from "./peer.ts";
import { SharedFrame } from "./shared-frame.ts";
import { SlowWork } from "./slow-work.ts";
import { webSocketFrame } from "./websocket-frames.ts";

const FRAMES = 400;

/** The connection of a client, which records what is done to it. */
class Connection extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  readonly sent: Buffer[] = [];
  readonly done: string[] = [];
  readonly stream = Object.assign(new EventEmitter(), {
    writableLength: 0,
    bytesWritten: 0,
    bytesRead: 0,
    destroyed: false,
    writableEnded: false,
    write: (frame: Buffer) => this.sent.push(frame) > 0,
    resetAndDestroy: () => this.done.push("reset"),
    destroy: () => new Duplex(),
  });
  readonly unread = {
    isTooMuch: false,
    heldBytes: 0,
    mustWait: () => this.unread.isTooMuch,
    add: () => () => undefined,
    hold: (bytes: number) => {
      this.unread.heldBytes += bytes;
      return () => {
        this.unread.heldBytes -= bytes;
      };
    },
  };
  close = (code: number) => void this.done.push(`close ${code}`);
  terminate = () => void this.done.push("terminate");
  ping = () => void this.done.push("ping");
  pause = () => undefined;
  resume = () => undefined;
}

/** A room for an editor of a world, and a function that joins it. */
async function openRoom() {
  const w = await worldWithPlan();
  const apiKey = await findApiKey(w.context.store, w.tenant.apiKeyId);
  if (!apiKey) throw new Error("the tenant has no API key");
  const user = { userId: "ada" } as UserCall["user"];
  const call: WriteCall<UserCall> = { ...w.context, requestId: "test", apiKey, user, emits: ["crdt.add"] };
  let drained = Promise.withResolvers<void>();
  const editor = await LiveEditor.open(call, {
    place: { ...plan, editorId: "title" },
    kind: { type: "text", contentKey: "content" },
    listener: { changed: () => undefined, drained: () => drained.resolve(), ended: () => undefined },
  });
  onTestFinished(() => editor.close());
  const awareness = new Awareness<Peer>();
  const whole = new SharedFrame();
  /** How long an announcement takes, and how long it takes to find what a client lacks, in ms. */
  const clock = { now: 0, announcing: 0, finding: 0 };
  const slices = new MessageSlices(
    new TimeSlice({ now: () => clock.now, nextTurn: (resume) => void setImmediate(resume) }),
  );
  const pauses: { ms: number; end: () => void }[] = [];
  const rests: { ms: number; end: () => void }[] = [];
  const rest = (ms: number) => new Promise<void>((end) => void rests.push({ ms, end }));
  const missing = editor.missing.bind(editor);
  editor.missing = (...parameters) => {
    clock.now += clock.finding;
    return missing(...parameters);
  };
  const room: PeerRoom = {
    timer(ms, end) {
      pauses.push({ ms, end });
      return () => undefined;
    },
    slices,
    slowWork: new SlowWork({ now: () => clock.now, pause: rest }),
    editor,
    get whole() {
      return whole.get(editor.revision, () => webSocketFrame(missingFrame(editor.missing(new Uint8Array([0])))));
    },
    awarenessFrames: undefined,
    join: () => undefined,
    push: (peer, update) => editor.push(update, { call, from: peer }),
    pushLarge: (peer, update) => editor.pushLarge(update, { call, from: peer }),
    announce(peer, states) {
      clock.now += clock.announcing;
      awareness.update(peer, states);
    },
    hide: () => undefined,
  };
  const join = () => {
    const connection = new Connection();
    const socket = connection as unknown as WebSocket;
    const { stream, unread } = connection;
    const peer = new Peer({ socket, stream, unread }, room, {
      call,
      refusal: undefined,
      isVisible: true,
      endsAt: Number.POSITIVE_INFINITY,
    });
    return { connection, peer, receive: (frame: Uint8Array) => connection.emit("message", Buffer.from(frame), true) };
  };
  /** Waits until the store has saved what `act` changes in the editor. */
  const untilStored = (act: () => void) => {
    drained = Promise.withResolvers();
    act();
    return drained.promise;
  };
  return { w, editor, awareness, clock, pauses, rests, join, stored: untilStored };
}

test("a client that reads too slowly is cut off, and nothing more is queued for it", async () => {
  const { w, join } = await openRoom();
  const { connection, peer } = join();
  const before = connection.sent.length;
  connection.stream.writableLength = 4 * 1024 * 1024 + 1;
  peer.send(updateFrame(new Uint8Array(10)));
  expect([connection.done, connection.sent.length]).toStrictEqual([["reset", "terminate"], before]);
  expect(w.logged.at(-1)).toMatchObject({
    message: "socket cut off",
    fields: { requestId: "test", reason: "too_slow" },
  });
});

test("a client may read a large state that it has asked for slowly, and then gets what follows", async () => {
  const { editor, join, stored } = await openRoom();
  const doc = new Y.Doc();
  doc.getText("content").insert(0, "x".repeat(5 * 1024 * 1024));
  const ada = join();
  await stored(() => ada.receive(updateFrame(Y.encodeStateAsUpdate(doc))));
  const lin = join();
  lin.receive(stateVectorFrame(new Uint8Array([0])));
  lin.connection.stream.writableLength = editor.missing(new Uint8Array([0])).length;
  lin.peer.send(updateFrame(new Uint8Array(10)));
  expect(lin.connection.done).toStrictEqual([]);
  lin.connection.stream.writableLength += 5 * 1024 * 1024;
  lin.peer.send(updateFrame(new Uint8Array(10)));
  expect(lin.connection.done).toStrictEqual(["reset", "terminate"]);
});

test("messages that arrive together give way to others after 5 ms, and all are handled before a client that left is forgotten", async () => {
  const { awareness, clock, join } = await openRoom();
  const { peer, receive } = join();
  clock.announcing = 1;
  for (let i = 1; i <= 12; i++) receive(awarenessFrame([{ client: 7, clock: i, state: "{}" }]));
  expect(awareness.states[0]?.clock).toBe(5);
  await new Promise<void>((resolve) => peer.afterwards(resolve));
  expect(awareness.states[0]?.clock).toBe(12);
});

test("messages that arrive after the server has closed the connection are neither handled nor answered", async () => {
  const { editor, awareness, join } = await openRoom();
  const doc = new Y.Doc();
  onTestFinished(() => doc.destroy());
  doc.getText("content").insert(0, "Still here");
  const [refused, slow] = [join(), join()];
  refused.peer.close(4403, "The user may not read the document.");
  slow.connection.stream.writableLength = 4 * 1024 * 1024 + 1;
  slow.peer.send(updateFrame(new Uint8Array(10)));
  for (const { connection, receive } of [refused, slow]) {
    const before = connection.sent.length;
    receive(updateFrame(Y.encodeStateAsUpdate(doc)));
    receive(awarenessFrame([{ client: 7, clock: 1, state: '{"at":1}' }]));
    receive(stateVectorFrame(new Uint8Array([0])));
    expect(connection.sent.length).toBe(before);
  }
  expect([editor.revision, awareness.states]).toStrictEqual([0, []]);
});

test.each([
  [0, "8200"],
  [125, "827d"],
  [126, "827e007e"],
  [65_535, "827effff"],
  [65_536, "827f0000000000010000"],
])("a message of %i bytes is framed according to the WebSocket protocol", (length, head) => {
  const message = Buffer.alloc(length, 7);
  const frame = webSocketFrame(message);
  expect(frame.equals(Buffer.concat([Buffer.from(head, "hex"), message]))).toBe(true);
});

test("an idle client gets a heartbeat at each beat, and one that answers no ping is cut off", async () => {
  const { w, join } = await openRoom();
  const { connection, peer } = join();
  peer.beat();
  connection.emit("pong");
  const before = connection.sent.length;
  peer.beat();
  expect(connection.sent.slice(before)).toStrictEqual([webSocketFrame(awarenessFrame([]))]);
  peer.beat();
  expect(connection.done).toContain("reset");
  expect(w.logged.at(-1)?.fields.reason).toBe("silent");
});

test("a client that sends a large message for longer than two beats stays, as it can't answer pings meanwhile, until it sends nothing", async () => {
  const { w, join } = await openRoom();
  const { connection, peer } = join();
  for (let beat = 0; beat < 4; beat++) {
    connection.stream.bytesRead += 1;
    peer.beat();
  }
  expect(connection.done).toStrictEqual(["ping", "ping", "ping", "ping"]);
  peer.beat();
  expect(connection.done).toContain("reset");
  expect(w.logged.at(-1)?.fields.reason).toBe("silent");
});

test("what has arrived of a large message counts until it is handled or the connection has ended, and ends it where there is too much", async () => {
  const { join } = await openRoom();
  const [complete, refused] = [join(), join()];
  const MIB = 1024 * 1024;
  for (const { connection } of [complete, refused]) {
    connection.stream.emit("data", Buffer.alloc(64 * 1024));
    expect(connection.unread.heldBytes).toBe(0);
    connection.stream.emit("data", Buffer.alloc(MIB));
    connection.stream.emit("data", Buffer.alloc(MIB));
    expect(connection.unread.heldBytes).toBe(2 * MIB + 64 * 1024);
  }
  complete.receive(awarenessFrame([]));
  expect(complete.connection.unread.heldBytes).toBe(0);
  refused.connection.unread.isTooMuch = true;
  refused.connection.stream.emit("data", Buffer.alloc(MIB));
  refused.connection.emit("close");
  expect([refused.connection.done, refused.connection.unread.heldBytes]).toStrictEqual([["close 1013"], 0]);
});

test("a client may send pongs unasked, and is cut off when it sends so many that they take time from others", async () => {
  const { w, join } = await openRoom();
  const { connection, peer } = join();
  for (let beat = 0; beat < 3; beat++) {
    for (let i = 0; i < 100; i++) connection.emit("pong");
    peer.beat();
  }
  expect(connection.done).toStrictEqual(["ping", "ping", "ping"]);
  for (let i = 0; i < 300; i++) connection.emit("pong");
  expect(connection.done.slice(3)).toStrictEqual(["reset", "terminate"]);
  expect(w.logged.at(-1)?.fields.reason).toBe("pongs");
});

test("a client that reads nothing for five beats is cut off whatever it sends, and one that reads a little is not", async () => {
  const { w, join } = await openRoom();
  const [idle, slow] = [join(), join()];
  for (let beat = 0; beat < 6; beat++)
    for (const { connection, peer } of [idle, slow]) {
      connection.stream.writableLength = 1_000_000;
      connection.stream.bytesWritten += connection === slow.connection ? 1 : 0;
      if (connection === idle.connection) connection.emit("pong");
      peer.beat();
    }
  expect([idle, slow].map(({ connection }) => connection.done.includes("reset"))).toStrictEqual([true, false]);
  expect(w.logged.at(-1)?.fields.reason).toBe("unread");
});

test("all new clients share one frame of the state until it changes; a client with too much unread gets none", async () => {
  const { join, stored } = await openRoom();
  const doc = new Y.Doc();
  onTestFinished(() => doc.destroy());
  const write = () => {
    doc.getText("content").insert(0, "Hello");
    return stored(() => join().receive(updateFrame(Y.encodeStateAsUpdate(doc))));
  };
  const requestState = () => {
    const { connection, receive } = join();
    receive(stateVectorFrame(new Uint8Array([0])));
    return connection.sent.at(-1);
  };
  await write();
  const first = requestState();
  expect(requestState()).toBe(first);
  await write();
  const second = requestState();
  expect(second).not.toBe(first);
  expect(second).toStrictEqual(webSocketFrame(missingFrame(Y.encodeStateAsUpdate(doc))));
  const { connection, receive } = join();
  const before = connection.sent.length;
  connection.unread.isTooMuch = true;
  receive(stateVectorFrame(new Uint8Array([0])));
  expect([connection.done, connection.sent.length]).toStrictEqual([["close 1013"], before]);
});

test("a client that joins while changes are being stored gets the state once they are stored, and later changes after the next save", async () => {
  const { w, join, stored } = await openRoom();
  const { store } = w.context;
  const transact = store.transact.bind(store);
  const saves: PromiseWithResolvers<void>[] = [];
  store.transact = (body) => {
    const save = Promise.withResolvers<void>();
    saves.push(save);
    return save.promise.then(() => transact(body));
  };
  const doc = new Y.Doc();
  onTestFinished(() => doc.destroy());
  const ada = join();
  const type = (text: string) => {
    const before = Y.encodeStateVector(doc);
    doc.getText("content").insert(0, text);
    ada.receive(updateFrame(Y.encodeStateAsUpdate(doc, before)));
  };
  const ask = () => {
    const { connection, receive } = join();
    const before = connection.sent.length;
    receive(stateVectorFrame(new Uint8Array([0])));
    return { connection, answers: () => connection.sent.slice(before) };
  };
  const state = () => webSocketFrame(missingFrame(Y.encodeStateAsUpdate(doc)));
  type("Hello");
  const gone = ask();
  gone.connection.readyState = 3;
  const first = ask();
  const hello = state();
  while (saves.length < 1) await nextTurn();
  type("Oh! ");
  const second = ask();
  expect([first.answers(), second.answers()]).toStrictEqual([[], []]);
  saves[0]?.resolve();
  while (saves.length < 2) await nextTurn();
  expect([first.answers(), second.answers()]).toStrictEqual([[hello], []]);
  await stored(() => saves[1]?.resolve());
  await nextTurn();
  expect([second.answers(), gone.answers()]).toStrictEqual([[state()], []]);
});

test("a client that asks repeatedly is answered once per pause, which grows with the answer, for its newest question", async () => {
  const { join, stored, pauses } = await openRoom();
  const doc = new Y.Doc();
  onTestFinished(() => doc.destroy());
  doc.getText("content").insert(0, "long ".repeat(300_000));
  await stored(() => join().receive(updateFrame(Y.encodeStateAsUpdate(doc))));
  const { connection, receive } = join();
  const before = connection.sent.length;
  const other = Uint8Array.of(1, 5, 1);
  for (const stateVector of [other, other, other, Y.encodeStateVector(doc)]) receive(stateVectorFrame(stateVector));
  expect([connection.sent.length - before, pauses.map(({ ms }) => Math.round(ms))]).toStrictEqual([1, [92]]);
  pauses[0]?.end();
  expect([connection.sent.length - before, connection.sent.at(-1)?.length, pauses[1]?.ms]).toStrictEqual([2, 7, 50]);
  pauses[1]?.end();
  receive(stateVectorFrame(other));
  receive(stateVectorFrame(Uint8Array.of(9)));
  pauses[2]?.end();
  expect([connection.sent.length - before, connection.done]).toStrictEqual([3, ["close 4400"]]);
});

test("after an answer that took long, clients that ask again take turns, in which half of the time is left to others", async () => {
  const { join, clock, pauses, rests } = await openRoom();
  clock.finding = 40;
  const clients = [join(), join(), join()];
  const answers = () => clients.map(({ connection }) => connection.sent.length - 1);
  for (const { receive } of clients) for (let i = 0; i < 2; i++) receive(stateVectorFrame(Uint8Array.of(1, 5, 1)));
  while (answers().includes(0)) await nextTurn();
  for (const { end } of pauses) end();
  await nextTurn();
  expect([answers(), rests.map(({ ms }) => ms)]).toStrictEqual([
    [1, 1, 1],
    [40, 40, 40],
  ]);
  for (const { end } of rests.splice(0)) end();
  await nextTurn();
  expect([answers(), rests.length]).toStrictEqual([[2, 1, 1], 1]);
  rests.shift()?.end();
  await nextTurn();
  expect(answers()).toStrictEqual([2, 2, 1]);
});

test("a client that repeatedly asks for awareness states is answered once per pause", async () => {
  const { join, pauses } = await openRoom();
  const { connection, receive } = join();
  const before = connection.sent.length;
  for (let i = 0; i < 1000; i++) receive(Uint8Array.of(3));
  expect([connection.sent.length - before, pauses.length]).toStrictEqual([1, 1]);
  pauses[0]?.end();
  pauses[1]?.end();
  expect([connection.sent.length - before, pauses.length]).toStrictEqual([2, 2]);
});

test("awareness states that arrive during a pause are sent together, only the newest of each client, and are bounded", () => {
  const [timers, batches]: [[number, () => void][], string[][]] = [[], []];
  const awarenessBatches = new AwarenessBatches(
    (pause, run) => {
      timers.push([pause, run]);
      return () => undefined;
    },
    (batch) => {
      batches.push(batch.map(({ awareness }) => awareness.state));
      return batch.length * 32 * 1024 * 100;
    },
  );
  for (let clock = 1; clock < 9; clock++)
    awarenessBatches.add(
      [1, 2].map((client) => ({ client, clock, state: `${client}.${clock}` })),
      true,
    );
  expect(batches).toStrictEqual([["1.1", "2.1"]]);
  timers[0]?.[1]();
  expect(batches[1]).toStrictEqual(["1.8", "2.8"]);
  timers[1]?.[1]();
  expect([batches.length, timers.map(([pause]) => pause)]).toStrictEqual([2, [200, 200]]);
  const awareness = new Awareness<{ userId: string }>();
  const state = JSON.stringify("x".repeat(8000));
  for (let owner = 0; owner < 40; owner++)
    awareness.update({ userId: `${owner}` }, [{ client: owner, clock: 1, state }]);
  expect(awareness.states.length).toBe(32);
});

test("a frame that many clients wait for counts once, and no more once all have it", () => {
  const replies = new UnreadReplies({ total: 100, perAddress: 50 });
  const frames = new UnreadFrames(replies);
  const [shared, own] = [Buffer.alloc(90), Buffer.alloc(20)];
  const done = [1, 2, 3].map(() => frames.add(shared, "a"));
  expect(frames.mustWait("a")).toBe(false);
  done.push(frames.add(own, "b"));
  expect(["a", "b"].map((address) => frames.mustWait(address))).toStrictEqual([true, false]);
  for (const markSent of done.slice(0, 3)) markSent();
  expect(frames.mustWait("a")).toBe(false);
});

test("hostile frames end at most their own connection: the editor keeps its content, and others continue", async () => {
  const { w, editor, awareness, join, stored } = await openRoom();
  const doc = new Y.Doc();
  onTestFinished(() => doc.destroy());
  doc.getText("content").insert(0, "Hello world");
  await stored(() => join().receive(updateFrame(Y.encodeStateAsUpdate(doc))));
  const good = [
    stateVectorFrame(Y.encodeStateVector(doc)),
    missingFrame(Y.encodeStateAsUpdate(doc)),
    awarenessFrame([{ client: 7, clock: 1, state: '{"at":1}' }]),
  ];
  const random = seededRandom(1);
  const pick = (count: number) => Math.floor(random() * count);
  let closed = 0;
  for (let i = 0; i < FRAMES; i++) {
    const frame = Uint8Array.from(good[pick(good.length)] as Uint8Array).subarray(
      0,
      pick(4) ? undefined : 1 + pick(20),
    );
    for (let change = 0; change <= pick(3); change++) frame[1 + pick(frame.length - 1)] = pick(256);
    const { connection, receive } = join();
    receive(frame);
    if (connection.done.length > 0) closed++;
    expect(connection.done.filter((one) => one !== "close 4400")).toStrictEqual([]);
  }
  expect(closed).toBeGreaterThan(FRAMES / 4);
  expect(awareness.states.length).toBeLessThanOrEqual(FRAMES);
  const client = new Y.Doc();
  onTestFinished(() => client.destroy());
  doc.getText("content").insert(0, "Oh! ");
  await stored(() => join().receive(updateFrame(Y.encodeStateAsUpdate(doc))));
  Y.applyUpdate(client, editor.missing(Y.encodeStateVector(client)));
  expect(client.getText("content").toString()).toContain("Oh! ");
  expect((await readEditor(w, "title")).data).toBe(client.getText("content").toString());
});
