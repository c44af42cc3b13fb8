// Run as a process of its own: prints how long importing a bundle takes, in ms, including its own further imports.
import { createRequire } from "node:module";

const load = createRequire(import.meta.url);
const begun = performance.now();
load(process.argv[2] as string);
setImmediate(() => console.log(performance.now() - begun));
