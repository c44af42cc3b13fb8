// `node fuzz/cpu/process.ts` runs part of `npm run fuzz -- --cpu` and prints its findings as JSON. It is a separate
// process because a test runner slows code down unevenly.
import { readContract } from "../contract/contract.ts";
import { cpuFaults } from "./cpu.ts";

/** A prime, so that each endpoint is tried with other shapes. */
const EVERY = 37;

let trials = 0;
const onTrial = () => trials++;
const faults = await cpuFaults({ contract: readContract(), bytes: 131_072, every: EVERY, onTrial });
process.stdout.write(JSON.stringify({ faults, trials }));
process.exit();
