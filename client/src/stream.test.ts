import { rejectionOf } from "@atrium/functions/testing/harness/jest/thrown";
import { expect, test } from "@jest/globals";
import { scriptedServer } from "../testing/scripted-server.ts";
import { servedWorld } from "../testing/served-world.ts";
import { createClient } from "./create-client.ts";
import { isAtriumError } from "./error.ts";

const place = { organizationId: "acme", documentId: "homepage" };

async function streaming() {
  const { w, baseUrl, key } = await servedWorld();
  const token = await w.token("ada");
  return { server: createClient(key), mine: createClient({ baseUrl, userToken: () => token }) };
}

const state = (liveStateDataId: string) => ({ ...place, liveStateDataId, data: { text: "ä" } });

test("a stream yields typed events as they happen, and resumes after the id of the last one", async () => {
  const { server, mine } = await streaming();
  const ids: string[] = [];
  for await (const { event, data, id } of mine.documents.stream(place)) {
    if (event === "ready") await server.livestate.broadcast(state("new"));
    if (event !== "livestate" || data.liveStateDataId !== "new") continue;
    expect("removed" in data ? undefined : data.data).toStrictEqual({ text: "ä" });
    ids.push(id);
    break;
  }
  expect(ids).toStrictEqual([expect.stringMatching(/./)]);
  await server.livestate.broadcast(state("newer"));
  const received: string[] = [];
  for await (const { event, data } of mine.documents.stream(place, { lastEventId: ids[0] })) {
    if (event !== "livestate") continue;
    received.push(data.liveStateDataId);
    break;
  }
  expect(received).toStrictEqual(["newer"]);
});

test("a signal ends a stream with its reason, before it is opened and while it waits", async () => {
  const { mine } = await streaming();
  const reason = new Error("enough");
  const early = mine.documents.stream(place, { signal: AbortSignal.abort(reason) });
  expect(await rejectionOf(early.next())).toBe(reason);
  const ending = new AbortController();
  const events = mine.documents.stream(place, { signal: ending.signal });
  expect((await events.next()).value?.event).toBe("ready");
  const rest = (async () => {
    for await (const _ of events);
  })();
  ending.abort(reason);
  expect(await rejectionOf(rest)).toBe(reason);
});

test("a stream that the server refuses fails with the same error as any other call", async () => {
  const { mine } = await streaming();
  const error = await rejectionOf(mine.documents.stream({ ...place, documentId: "nowhere" }).next());
  expect(isAtriumError(error, "NOT_FOUND") && [error.httpStatus, error.message]).toStrictEqual([
    404,
    "Document does not exist.",
  ]);
});

test("a reply that is not a stream is reported as an error, and so is a broken connection", async () => {
  const options = { userToken: "token" };
  const page = await scriptedServer({ body: "<html>Log in</html>" });
  const foreign = createClient({ ...options, baseUrl: page.baseUrl }).documents.stream(place);
  expect(isAtriumError(await rejectionOf(foreign.next()), "UNKNOWN")).toBe(true);
  const broken = await scriptedServer("drop");
  const cut = createClient({ ...options, baseUrl: broken.baseUrl }).documents.stream(place);
  expect(isAtriumError(await rejectionOf(cut.next()), "UNAVAILABLE")).toBe(true);
});
