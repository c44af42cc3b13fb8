import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { bundle } from "../../scripts/build-functions/bundle.ts";
import { buildArtifact } from "../artifact.ts";
import type { Figure, Outcome } from "../figure.ts";
import { root } from "../server-process.ts";

const ROUNDS = 7;
const MOST = 1.25;

/** An empty function with the libraries that ours use. */
const EMPTY = `
import { onRequest } from "firebase-functions/v2/https";
import { getFirestore } from "firebase-admin/firestore";
export const firestore = getFirestore;
export const empty = onRequest((_request, response) => void response.end());
`;

/**
 * Import of the deployed bundle by a process that serves one function, compared with an empty function bundled alike.
 */
export const coldStart: Figure = {
  id: "cold-start",
  title: `cold start: import of the deployed bundle, median of ${ROUNDS} (floor: one empty function with firebase-functions and Firestore)`,
  target: `≤ ${MOST} of the floor`,
  async run(): Promise<Outcome> {
    const folder = await buildArtifact();
    const ours = join(folder, "index.js");
    const empty = join(folder, "empty", "index.js");
    // Bundled as anyone would: the floor must not depend on what our build leaves out.
    await bundle({ source: EMPTY, resolveDir: join(root, "functions") }, empty, { keepsUnusedParts: true });
    const times = { ours: [] as number[], empty: [] as number[] };
    // Alternately; the first round only warms the disk cache.
    for (let round = 0; round <= ROUNDS; round++) {
      const [one, other] = [importOnce(empty, "empty"), importOnce(ours, "v2.users.add")];
      if (round > 0) {
        times.empty.push(one);
        times.ours.push(other);
      }
    }
    const [value, floor] = [median(times.ours), median(times.empty)];
    const ratio = value / floor;
    return { product: { value, unit: "ms" }, floor: { value: floor, unit: "ms" }, ratio, met: ratio <= MOST };
  },
};

/** @returns ms. */
function importOnce(file: string, target: string): number {
  const env = { PATH: process.env.PATH, FUNCTION_TARGET: target };
  const program = join(import.meta.dirname, "..", "import-bundle.ts");
  return Number(execFileSync(process.execPath, [program, file], { cwd: root, env, encoding: "utf8" }));
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] as number;
}
