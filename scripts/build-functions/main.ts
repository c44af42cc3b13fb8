import { join } from "node:path";
import { functionsFolder, writeArtifact } from "./artifact.ts";
import { writeHosting } from "./hosting.ts";
import { root } from "./root.ts";

const functions = process.argv.includes("--grouped") ? "grouped" : "endpoint";
const { bytes, packages } = await writeArtifact(functionsFolder, functions);
console.log(`deploy/functions: atrium.js ${(bytes / 1_000_000).toFixed(1)} MB, ${packages} packages in its lockfile`);
const files = await writeHosting(join(root, "dist", "hosting"));
console.log(`dist/hosting: ${files} files`);
