import { join, relative } from "node:path";
import { packClient } from "../../client/build/pack-client.ts";
import { packServer } from "./pack-server.ts";

const dist = join(import.meta.dirname, "..", "..", "dist");
const server = await packServer(dist);
process.stdout.write(`npx ./${relative("", server.file)}\n`);
const client = await packClient(dist);
process.stdout.write(`npm install ${relative("", client.file)}\n`);
