import { createSocket } from "node:dgram";
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import { expect, test } from "@jest/globals";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { expectWithContext } from "#testing/harness/jest/context";
import { GuardedOutbound } from "./guarded.ts";
import { publicLookup } from "./public-lookup.ts";

/** The number of the record types that are asked for. */
const A = 1;

/** Statuses of DNS. */
const [SERVFAIL, NXDOMAIN] = [2, 3];
/** The IPv6 address ::1. */
const LOOPBACK = Buffer.from([...new Array(15).fill(0), 1]);

/** What DNS says of a name. */
interface Answer {
  v4?: string;
  v6?: Buffer;
  status?: number;
}

/** A name server on loopback, which does not answer about names that have no answer. @returns its address, and the names that it was asked for. */
async function nameServer(
  answers: (name: string) => Answer | undefined,
): Promise<{ address: string; questions: string[] }> {
  const questions: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    const { name, type, end } = questionIn(query);
    questions.push(name);
    const answer = answers(name);
    if (!answer) return;
    const data = type === A ? answer.v4 && Buffer.from(answer.v4.split(".").map(Number)) : answer.v6;
    const header = Buffer.from([
      query[0] ?? 0,
      query[1] ?? 0,
      0x81,
      0x80 | (answer.status ?? 0),
      0,
      1,
      0,
      data ? 1 : 0,
      0,
      0,
      0,
      0,
    ]);
    // A pointer to the name in the question, the type, the class, a TTL of zero and the length.
    const record = data
      ? Buffer.concat([Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length]), data])
      : Buffer.alloc(0);
    socket.send(Buffer.concat([header, query.subarray(12, end), record]), port, address);
  });
  await new Promise<void>((done) => void socket.bind(0, "127.0.0.1", done));
  onTestFinished(() => void socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, questions };
}

/** The question of a DNS query: its name, its type and where it ends. */
function questionIn(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** Posts to a host by a `GuardedOutbound` that uses the name server. @returns a function that returns the error. */
function poster(nameServerAddress: string): (host: string) => Promise<string | undefined> {
  const calls = new GuardedOutbound({ allowPrivate: false, lookup: publicLookup([nameServerAddress]) });
  onTestFinished(() => calls.close());
  return async (host) =>
    (await calls.post({ url: `http://${host}/`, headers: {}, body: "", caller: "test", timeout: 60_000 })).error;
}

test("names whose servers do not answer do not hold up the lookups of others", async () => {
  const arrival = Promise.withResolvers<void>();
  const { address, questions } = await nameServer((name) => {
    if (new Set(questions).size >= 100) arrival.resolve();
    return name.endsWith(".silent.example") ? undefined : { v4: "10.0.0.1" };
  });
  const post = poster(address);
  for (let i = 0; i < 100; i++) void post(`a${i}.silent.example`);
  await arrival.promise;
  expect(await post("hooks.example.com")).toBe("The address is not public.");
});

for (const [what, answer, error] of [
  ["a private IPv4 address", { v4: "192.168.1.1" }, "The address is not public."],
  [
    "a public IPv4 address and a private IPv6 address",
    { v4: "93.184.216.34", v6: LOOPBACK },
    "The address is not public.",
  ],
  ["no address", {}, "The host name does not exist."],
  ["that it does not exist", { status: NXDOMAIN }, "The host name does not exist."],
  ["that the name server failed", { status: SERVFAIL }, "The host name could not be resolved."],
] satisfies [string, Answer, string][])
  test(`a name of which DNS says ${what} is not connected to`, async () => {
    const { address } = await nameServer(() => answer);
    expect(await poster(address)("hooks.example.com")).toBe(error);
  });

test("localhost is this machine, whatever a name server says", async () => {
  const { address, questions } = await nameServer(() => ({ v4: "93.184.216.34" }));
  for (const host of ["localhost", "LOCALHOST.", "a.localhost"])
    expectWithContext(await poster(address)(host), host).toBe("The address is not public.");
  expect(questions).toStrictEqual([]);
});

test("without private addresses, calls leave the few threads of the system's lookup alone", async () => {
  const { lookup } = dns;
  let lookups = 0;
  dns.lookup = (() => lookups++) as unknown as typeof lookup;
  syncBuiltinESMExports();
  onTestFinished(() => {
    dns.lookup = lookup;
    syncBuiltinESMExports();
  });
  const calls = new GuardedOutbound({ allowPrivate: false });
  onTestFinished(() => calls.close());
  // No resolver may ask a name server about such names (RFC 7686).
  const { error } = await calls.post({
    url: "http://hooks.onion/",
    headers: {},
    body: "",
    caller: "test",
    timeout: 60_000,
  });
  expect([error, lookups]).toStrictEqual(["The host name does not exist.", 0]);
});
