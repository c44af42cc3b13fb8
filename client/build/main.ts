import { join, relative } from "node:path";
import { packClient } from "./pack-client.ts";

const { file } = await packClient(join(import.meta.dirname, "..", "..", "dist"));
process.stdout.write(`npm install ${relative("", file)}\n`);
