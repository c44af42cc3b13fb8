import { join } from "node:path";
import { functionsFolder, writeArtifact } from "./artifact.ts";
import { headerBrandOf } from "./header-brand.ts";
import { writeHosting } from "./hosting.ts";
import { root } from "./root.ts";

const functions = process.argv.includes("--grouped") ? "grouped" : "endpoint";
const { bytes, packages } = await writeArtifact(functionsFolder, functions);
console.log(`deploy/functions: atrium.js ${(bytes / 1_000_000).toFixed(1)} MB, ${packages} packages in its lockfile`);
// The Firebase tools name the project to the build of a deployment and to that of the emulators.
const { GCLOUD_PROJECT: project, FUNCTIONS_EMULATOR } = process.env;
const headerBrand = headerBrandOf(join(root, "functions"), { project, isEmulated: FUNCTIONS_EMULATOR === "true" });
const files = await writeHosting(join(root, "dist", "hosting"), { headerBrand });
console.log(`dist/hosting: ${files} files`);
