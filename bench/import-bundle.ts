// Prints how long importing a bundle takes, in ms, including the imports that it makes itself. Run as a separate
// process.
import { createRequire } from "node:module";

const load = createRequire(import.meta.url);
const begun = performance.now();
load(process.argv[2] as string);
setImmediate(() => console.log(performance.now() - begun));
