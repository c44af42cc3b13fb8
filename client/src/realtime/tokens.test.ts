import { expect, test } from "@jest/globals";
import { Doc } from "yjs";
import { virtualTiming } from "../../testing/virtual-timing.ts";
import { createTimedClient } from "./create-client.ts";
import { AtriumProvider } from "./provider.ts";

/** A document of a client whose token function never answers. */
function unanswered() {
  const { timing, armed, expire } = virtualTiming();
  let asked = 0;
  const userToken = () => {
    asked++;
    return new Promise<string>(() => undefined);
  };
  const client = createTimedClient({ baseUrl: "http://127.0.0.1:9", userToken }, timing);
  const document = client.document({ organizationId: "acme", documentId: "plan" });
  /** Waits until the function was called this many times, and for what follows. */
  const askedTimes = async (times: number) => {
    for (let turns = 0; turns < 200 && asked < times; turns++) await new Promise(setImmediate);
    expect(asked).toBe(times);
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
    const { document, askedTimes, wait } = unanswered();
    const provider = new AtriumProvider(document, "title", new Doc(), { transport });
    const told: unknown[] = [];
    provider.on("state", (state, error) => told.push(state, error));
    await askedTimes(1);
    expect(provider.state).toBe("connecting");
    wait();
    await askedTimes(2);
    expect(told).toStrictEqual(["offline", expect.objectContaining(error), "connecting", undefined]);
    expect(provider.hasGivenUp).toBe(false);
    provider.destroy();
  });

test("a subscription is notified of a token function that never answers, and the function is called again", async () => {
  const { document, askedTimes, wait } = unanswered();
  const breaks: unknown[] = [];
  const end = document.subscribe(() => undefined, { onDisconnect: (cause) => breaks.push(cause) });
  await askedTimes(1);
  wait();
  await askedTimes(2);
  expect(breaks).toStrictEqual([expect.objectContaining(error)]);
  end();
});
