import { expect, test } from "@jest/globals";
import { virtualTiming } from "../../testing/virtual-timing.ts";
import { LiveDocument } from "./live-document.ts";
import { Pace } from "./pace.ts";

/** A document that records its presence calls. Each is answered a few turns later, the earliest calls last. */
function watchedDocument() {
  const { timing, armed, expire } = virtualTiming();
  const statuses: string[] = [];
  let turns = 20;
  const network = { isDown: false };
  const add = async ({ users }: { users: { status: string }[] }) => {
    if (network.isDown) throw new Error("no network");
    for (let turnsLeft = turns--; turnsLeft > 0; turnsLeft--) await new Promise(setImmediate);
    statuses.push(...users.map(({ status }) => status));
  };
  const userToken = `a.${Buffer.from('{"sub":"ada"}').toString("base64url")}.c`;
  const ending = new AbortController();
  const { signal } = ending;
  const connection = { atrium: { presence: { add } }, userToken, signal, timing, pace: new Pace(timing) };
  const document = new LiveDocument(connection as never, { organizationId: "acme", documentId: "plan" });
  const settle = async () => {
    for (let turnsLeft = 100; turnsLeft > 0; turnsLeft--) await new Promise(setImmediate);
  };
  return { presence: document.presence, statuses, armed, expire, settle, network, ending };
}

test("presence calls take effect in their order, and a user who has left stays away", async () => {
  const { presence, statuses, armed, settle } = watchedDocument();
  void presence.update({ status: "online" });
  void presence.leave();
  await settle();
  expect(statuses).toStrictEqual(["online", "offline"]);
  expect(armed).toHaveLength(0);
});

test("a single heartbeat repeats the latest presence, however many updates were made at once", async () => {
  const { presence, statuses, armed, expire, settle } = watchedDocument();
  await Promise.all([presence.update({ status: "online" }), presence.update({ status: "away" })]);
  expect(armed).toHaveLength(1);
  for (let beats = 1; beats <= 3; beats++) {
    // Timers that have run are still among those that `expire` runs.
    expire();
    await settle();
    expect(statuses).toStrictEqual(["online", "away", ...Array(beats).fill("away")]);
  }
});

test("after a failed call the heartbeat repeats the presence before it", async () => {
  const { presence, statuses, expire, settle, network } = watchedDocument();
  await presence.update({ status: "online" });
  network.isDown = true;
  await expect(presence.update({ status: "away" })).rejects.toThrow("no network");
  network.isDown = false;
  expire();
  await settle();
  expect(statuses).toStrictEqual(["online", "online"]);
});

test("a heartbeat that is queued behind a leave is not sent", async () => {
  const { presence, statuses, armed, expire, settle } = watchedDocument();
  await presence.update({ status: "online" });
  const leaving = presence.leave();
  expire();
  await leaving;
  await settle();
  expect(statuses).toStrictEqual(["online", "offline"]);
  expect(armed).toHaveLength(0);
});

test("the signal of the client ends the heartbeat", async () => {
  const { presence, statuses, armed, settle, ending } = watchedDocument();
  await presence.update({ status: "online" });
  ending.abort();
  const [beat] = armed.splice(0);
  beat?.run();
  await settle();
  expect([statuses, armed]).toStrictEqual([["online"], []]);
});
