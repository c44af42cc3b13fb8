import type { WorldOptions } from "#testing/harness/world";
import { testFirestoreStore } from "./test-store.ts";

/** Both stores, with the options of a world that uses them, for tests of what each store does in its own way. */
export const eachStore: [name: string, options: () => Promise<WorldOptions>][] = [
  ["SQLite", async () => ({})],
  [
    "Firestore",
    async () => {
      const store = await testFirestoreStore();
      return { wrapStore: () => store };
    },
  ],
];
