import { expect, test } from "@jest/globals";
import { Doc } from "yjs";
import { virtualTiming } from "../../testing/virtual-timing.ts";
import { createTimedClient } from "./create-client.ts";
import { AtriumProvider } from "./provider.ts";

/** A document of a client whose token function never answers. */
function documentWithoutToken() {
  const { timing, armed, expire } = virtualTiming();
  let callCount = 0;
  const userToken = () => {
    callCount++;
    return new Promise<string>(() => undefined);
  };
  const client = createTimedClient({ baseUrl: "http://127.0.0.1:9", userToken }, timing);
  const document = client.document({ organizationId: "acme", documentId: "plan" });
  /** Waits until the function was called this many times, and for what follows. */
  const askedTimes = async (times: number) => {
    for (let turns = 0; turns < 200 && callCount < times; turns++) await new Promise(setImmediate);
    expect(callCount).toBe(times);
  };
  /** Lets the 30 s pass. */
  const wait = () => {
    expect(armed.map(({ ms }) => ms)).toContain(30_000);
    expire();
  };
  return { document, askedTimes, wait };
}

const error = {
  code: "DEADLINE_EXCEEDED",
  message: "The function userToken returned no token within 30 s.",
};

for (const transport of ["socket", "http"] as const)
  test(`a token function that never answers is reported as offline after 30 s, and called again (${transport})`, async () => {
    const { document, askedTimes, wait } = documentWithoutToken();
    const provider = new AtriumProvider(document, "title", new Doc(), { transport });
    const stateEvents: unknown[] = [];
    provider.on("state", (state, error) => stateEvents.push(state, error));
    await askedTimes(1);
    expect(provider.state).toBe("connecting");
    wait();
    await askedTimes(2);
    expect(stateEvents).toStrictEqual(["offline", expect.objectContaining(error), "connecting", undefined]);
    expect(provider.hasGivenUp).toBe(false);
    provider.destroy();
  });

test("a subscription is notified of a token function that never answers, and the function is called again", async () => {
  const { document, askedTimes, wait } = documentWithoutToken();
  const breaks: unknown[] = [];
  const end = document.subscribe(() => undefined, { onDisconnect: (cause) => breaks.push(cause) });
  await askedTimes(1);
  wait();
  await askedTimes(2);
  expect(breaks).toStrictEqual([expect.objectContaining(error)]);
  end();
});

/** A document of a client with this token, which never reaches a server. */
function documentWith(userToken: unknown) {
  const options = { baseUrl: "http://127.0.0.1:9", userToken: userToken as string };
  return createTimedClient(options, virtualTiming().timing).document({ organizationId: "acme", documentId: "plan" });
}

test("presence refuses a token without a user with an error of the client", async () => {
  for (const token of ["garbage", "a.b.c", `a.${btoa("null")}.c`])
    await expect(documentWith(token).presence.update()).rejects.toMatchObject({
      name: "AtriumError",
      code: "UNAUTHENTICATED",
      message: "The user token is malformed.",
    });
});

for (const transport of ["socket", "http"] as const)
  test(`a token function that returns the reply instead of its token ends the connection for good (${transport})`, async () => {
    const document = documentWith(() => ({ token: "a.b.c" }));
    const error = { name: "AtriumError", code: "INVALID_ARGUMENT", message: expect.stringContaining("is no text") };
    const provider = new AtriumProvider(document, "title", new Doc(), { transport });
    await expect(provider.whenSynced()).rejects.toMatchObject(error);
    expect(provider.hasGivenUp).toBe(true);
    provider.destroy();
    await expect(document.presence.update()).rejects.toMatchObject(error);
  });
