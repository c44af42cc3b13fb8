import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { BystanderJob } from "../bystander.ts";
import type { Figure, Options, Outcome, Throughput } from "../figure.ts";
import {
  DOCUMENTS,
  fullDocument,
  type HeavyWorld,
  makeHeavyWorld,
  organizationId,
  subscriberIds,
  THREADS_OF_FULL_DOCUMENT,
  userId,
} from "../heavy-world.ts";
import { type Server, startProduct } from "../server-process.ts";
import { quantile } from "../webhooks.ts";

/** Maximum p99 of another tenant's calls, in ms. */
const LONGEST = 50;
/** Ms between two rounds of the bystander's calls. */
const EVERY = 10;
/** A little less than the body limit of the crdt endpoints, 10 MiB. */
const CONTENT_BYTES = 10_400_000;

/** A heavy call: sends requests one after another and reads the replies. */
type Call = (post: Post, nth: number, url: string) => Promise<void>;
type Post = (path: string, data: unknown, token?: string) => Promise<Reply>;
// biome-ignore lint/suspicious/noExplicitAny: replies of every shape.
type Reply = { data: any; nextPageToken?: string };

const documentIds = Array.from({ length: DOCUMENTS }, (_, i) => `document-${i}`);

/** The heaviest legal calls, each with its setup. */
const calls: { id: string; title: string; threads: boolean; prepare?: Call; call: Call }[] = [
  {
    id: "heavy-threads-filter",
    title: "commentannotations/get of an organization, a filter that none passes",
    threads: true,
    call: (post) => pages(post, "/v2/commentannotations/get", { organizationId, statusIds: ["none"] }),
  },
  {
    id: "heavy-threads-all",
    title: "commentannotations/get of an organization, pages of 1,000",
    threads: true,
    call: (post) => pages(post, "/v2/commentannotations/get", { organizationId, pageSize: 1000 }),
  },
  {
    ...{
      id: "heavy-threads-user",
      title: "commentannotations/get of an organization by a user who may read 1 document",
    },
    threads: true,
    async call(post) {
      await pages(post, "/v2/commentannotations/get", { organizationId }, await tokenFor(post, "document-3"));
    },
  },
  {
    id: "heavy-threads-update",
    title: "commentannotations/update of all 2,000 threads of a document",
    threads: true,
    async call(post, nth) {
      const updatedData = { priority: { id: `P${nth}`, name: "Later" } };
      await post("/v2/commentannotations/update", { organizationId, documentId: fullDocument, updatedData });
    },
  },
  {
    id: "heavy-counts",
    title: "commentannotations/count/get, 5,000 threads of 30 documents",
    threads: true,
    async call(post) {
      await post("/v2/commentannotations/count/get", { organizationId, documentIds, userId });
    },
  },
  {
    id: "heavy-user-data",
    title: "users/data/get of a user with 240,000 comments",
    threads: true,
    call: (post) => pages(post, "/v2/users/data/get", { organizationId, userId }),
  },
  {
    id: "heavy-stream",
    title: "documents/stream of a document with 2,000 threads, until all are sent",
    threads: true,
    async call(post, _nth, url) {
      await readStream(url, await tokenFor(post, fullDocument));
    },
  },
  {
    id: "heavy-erasure",
    title: "users/data/delete of a user whom 5,000 threads name, until it is completed",
    threads: true,
    async call(post, nth) {
      const userIds = [subscriberIds[nth % subscriberIds.length]];
      const { jobId } = (await post("/v2/users/data/delete", { userIds })).data;
      while (!(await post("/v2/users/data/delete/status", { jobId })).data.isDeleteCompleted) await sleep(100);
    },
  },
  ...(["text", "map", "array", "xml"] as const).map((type) => ({
    id: `heavy-crdt-${type}`,
    title: `crdt/update, 10 MiB of ${type}`,
    threads: false,
    prepare: (post: Post) => write(post, "add", type, 0),
    call: (post: Post, nth: number) => write(post, "update", type, nth),
  })),
  {
    id: "heavy-crdt-get",
    title: "crdt/get of 10 MiB of array with its Yjs state",
    threads: false,
    prepare: (post) => write(post, "add", "array", 0),
    async call(post) {
      await post("/v2/crdt/get", { organizationId, documentId: fullDocument, editorId: "e", includeUpdate: true });
    },
  },
];

/** How long another tenant's calls take while one tenant repeats a heavy call. */
export const heavyCalls: Figure[] = calls.map(({ id, title, threads, prepare, call }) => ({
  id,
  title: `${title}: another tenant's /health and users/get meanwhile (floor: while idle)`,
  target: `p99 < ${LONGEST} ms`,
  async run({ seconds }: Options): Promise<Outcome> {
    const world = await makeHeavyWorld({ threads });
    const server = await startProduct(world.folder);
    try {
      const post = poster(server, world);
      await prepare?.(post, 0, server.url);
      await bystand(server, world, () => sleep(1000));
      const floor = await bystand(server, world, () => sleep(seconds * 1000));
      const product = await bystand(server, world, () => repeat(seconds, (nth) => call(post, nth, server.url)));
      return { product, floor, met: (product.p99 ?? Number.NaN) < LONGEST };
    } finally {
      await server.stop();
    }
  },
}));

/** Runs a function repeatedly for `seconds`, at least once. */
async function repeat(seconds: number, run: (nth: number) => Promise<void>): Promise<void> {
  const until = performance.now() + seconds * 1000;
  for (let nth = 1; nth === 1 || performance.now() < until; nth++) await run(nth);
}

/** Times the bystander's calls while other work runs. */
async function bystand(server: Server, { bystander }: HeavyWorld, work: () => Promise<void>): Promise<Throughput> {
  const body = JSON.stringify({ data: { organizationId, userIds: [userId] } });
  const job: BystanderJob = {
    calls: [{ url: `${server.url}/health` }, { url: `${server.url}/v2/users/get`, headers: bystander.headers, body }],
    every: EVERY,
  };
  const child: ChildProcess = fork(join(import.meta.dirname, "..", "bystander.ts"));
  child.send(job);
  const started = performance.now();
  try {
    await work();
    child.send("end");
    const [times] = (await once(child, "message")) as [number[]];
    times.sort((a, b) => a - b);
    const requestsPerSecond = times.length / ((performance.now() - started) / 1000);
    return { requestsPerSecond, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
  } finally {
    child.kill();
  }
}

/** Reads all pages of a list. */
async function pages(post: Post, path: string, data: object, token?: string): Promise<void> {
  for (let pageToken: string | undefined; ; ) {
    const { nextPageToken } = await post(path, { ...data, ...(pageToken && { pageToken }) }, token);
    if (!nextPageToken) return;
    pageToken = nextPageToken;
  }
}

/** A token of a user who may read one document. */
async function tokenFor(post: Post, documentId: string): Promise<string> {
  const resources = [{ type: "document", id: documentId, organizationId }];
  const userProperties = { name: "Lin Chen", email: "lin@example.com" };
  return (await post("/v2/auth/generate_token", { userId: "lin", userProperties, permissions: { resources } })).data
    .token;
}

/** Opens the stream of the full document and reads it until all of its threads have arrived. */
async function readStream(url: string, token: string): Promise<void> {
  const query = new URLSearchParams({ organizationId, documentId: fullDocument });
  const headers = { authorization: `Bearer ${token}` };
  const reply = await fetch(`${url}/v2/documents/stream?${query}`, { headers });
  if (!reply.ok || !reply.body) throw new Error(`The stream answered ${reply.status} ${await reply.text()}`);
  // Does not parse the lines, which are megabytes long: reading must not take CPU time from the server and the
  // bystander.
  const mark = Buffer.from("\nevent: comment\n");
  let missing = THREADS_OF_FULL_DOCUMENT;
  let end = Buffer.from("\n");
  for await (const chunk of reply.body) {
    const bytes = Buffer.concat([end, chunk]);
    for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1)) missing--;
    if (missing <= 0) return;
    end = bytes.subarray(1 - mark.length);
  }
  throw new Error(`The stream ended ${missing} threads early.`);
}

async function write(post: Post, verb: "add" | "update", type: keyof typeof contents, nth: number): Promise<void> {
  const editor = { organizationId, documentId: fullDocument, editorId: "e" };
  await post(`/v2/crdt/${verb}`, { ...editor, type, data: contents[type](nth) });
}

/** Content of about 10 MiB, different for each number. */
const contents = {
  text: (nth: number) => `${nth} `.repeat(CONTENT_BYTES / 2).slice(0, CONTENT_BYTES),
  map: (nth: number) =>
    Object.fromEntries(Array.from({ length: 99_000 }, (_, i) => [`key-${i}`, `${nth} ${"value ".repeat(14)}`])),
  array: (nth: number) => Array.from({ length: CONTENT_BYTES / 8 }, (_, i) => 1_000_000 + ((i * 7 + nth) % 999_983)),
  // Just below the maximum number of nodes of XML content.
  xml: (nth: number) => `<p>${"a paragraph ".repeat(17)}${nth}</p>`.repeat(CONTENT_BYTES / 220),
};

function poster({ url }: Server, { headers }: HeavyWorld): Post {
  return async (path, data, token) => {
    const credentials = token ? { "content-type": "application/json", authorization: `Bearer ${token}` } : headers;
    const reply = await fetch(`${url}${path}`, {
      method: "POST",
      headers: credentials,
      body: JSON.stringify({ data }),
    });
    const text = await reply.text();
    if (!reply.ok || text.includes('"success":false'))
      throw new Error(`${path} answered ${reply.status} ${text.slice(0, 500)}`);
    return JSON.parse(text).result;
  };
}
