// `node fuzz/cpu-process.ts` tries a part of `npm run fuzz -- --cpu` and prints what it found as JSON. A process of its own: a
// test runner slows code down, and some code more than other.
import { readContract } from "./contract.ts";
import { cpuFaults } from "./cpu.ts";

/** A prime: each endpoint is tried with other shapes. */
const EVERY = 37;

let trials = 0;
const onTrial = () => trials++;
const faults = await cpuFaults({ contract: readContract(), bytes: 131_072, every: EVERY, onTrial });
process.stdout.write(JSON.stringify({ faults, trials }));
process.exit();
