// Runs Hocuspocus as a separate process, with the tables and statements of its SQLite extension but on Node's SQLite,
// since the extension's package runs an install script. Arguments: the folder in which npm has installed it, and the
// data file.
import { createRequire } from "node:module";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const [folder = "", file = ""] = process.argv.slice(2);
const load = createRequire(join(folder, "package.json"));
const { Server } = load("@hocuspocus/server");
const { Database } = load("@hocuspocus/extension-database");

const db = new DatabaseSync(file);
db.exec("CREATE TABLE IF NOT EXISTS documents (name varchar(255) NOT NULL, data blob NOT NULL, UNIQUE(name))");
const select = db.prepare("SELECT data FROM documents WHERE name = ?");
const upsert = db.prepare(
  "INSERT INTO documents (name, data) VALUES (?, ?) ON CONFLICT(name) DO UPDATE SET data = excluded.data",
);
const storage = new Database({
  fetch: async ({ documentName }: { documentName: string }) => select.get(documentName)?.data ?? null,
  store: async ({ documentName, state }: { documentName: string; state: Uint8Array }) => {
    upsert.run(documentName, state);
  },
});
const server = new Server({ address: "127.0.0.1", port: 0, quiet: true, extensions: [storage] });
await server.listen();
console.log(`http://127.0.0.1:${server.httpServer.address().port}`);
