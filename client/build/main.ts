import { join } from "node:path";
import { buildClient } from "./build-client.ts";

await buildClient(join(import.meta.dirname, "..", "dist"));
