// The floor, run as a separate process: the minimum that a durable service on this machine must do for a request.
import { DatabaseSync } from "node:sqlite";
import fastify from "fastify";
import * as z from "zod";

const Body = z.object({
  data: z.object({
    organizationId: z.string(),
    users: z.array(z.object({ userId: z.string(), name: z.string(), email: z.string() })),
  }),
});

const db = new DatabaseSync(process.argv[2] as string);
db.exec("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE bodies (id INTEGER PRIMARY KEY, body TEXT)");
const statement = db.prepare("INSERT INTO bodies (body) VALUES (?)");
let waiting: { body: string; resolve: () => void }[] = [];

/** Group commit: the inserts of one turn of the event loop share a transaction and its flush. */
function insert(body: string): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push({ body, resolve }) === 1) setImmediate(flush);
  });
}

function flush(): void {
  const batch = waiting;
  waiting = [];
  db.exec("BEGIN IMMEDIATE");
  for (const one of batch) statement.run(one.body);
  db.exec("COMMIT");
  for (const { resolve } of batch) resolve();
}

const app = fastify();
app.post("/echo", async (request) => Body.parse(request.body));
app.post("/insert", async (request) => {
  await insert(JSON.stringify(Body.parse(request.body)));
  return { status: "success" };
});
console.log(await app.listen({ host: "127.0.0.1", port: 0 }));
