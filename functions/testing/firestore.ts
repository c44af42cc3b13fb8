import { createRequire } from "node:module";
import { initializeApp } from "firebase-admin/app";
import { type Firestore, getFirestore } from "firebase-admin/firestore";

/**
 * A Firestore client for tests: of the emulator when FIRESTORE_EMULATOR_HOST is set, else one over an empty database in
 * memory. There, times of update never repeat and the client's pauses between tries are a hundredth as long.
 */
export async function testFirestore(): Promise<Firestore> {
  if (process.env.FIRESTORE_EMULATOR_HOST)
    return getFirestore(initializeApp({ projectId: "demo-atrium" }, crypto.randomUUID()));
  const { FirestoreMock } = await import("@firebase-bridge/firestore-admin");
  const mock = new FirestoreMock();
  let last = Date.now();
  mock.systemTime.custom(() => new Date(++last));
  shortenPauses();
  return mock.createDatabase("demo-atrium").firestore();
}

/** The client reads its timer from its own module, made to be replaced. */
function shortenPauses(): void {
  const client = createRequire(import.meta.url).resolve("@google-cloud/firestore");
  const backoff: { setTimeoutHandler(handler: (run: () => void, ms: number) => void): void } =
    createRequire(client)("./backoff.js");
  backoff.setTimeoutHandler((run, ms) => setTimeout(run, ms / 100));
}
