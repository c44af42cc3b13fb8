import { testFirestore, testTiming } from "#testing/firestore/memory";
import { ALL, type Capabilities } from "#testing/suites/store/capabilities";
import { storeContract } from "#testing/suites/store/contract";
import { contractIndexes, contractTree } from "#testing/suites/store/contract-tree";
import { storeProperty } from "#testing/suites/store/property";
import { firestoreStore } from "./adapter.ts";

const open = async () =>
  firestoreStore({
    firestore: await testFirestore(),
    tree: contractTree,
    indexes: contractIndexes,
    timing: testTiming(),
  });

/** The emulator locks what a transaction reads, and detects after two seconds that two wait for each other. */
const emulator: Capabilities = { ...ALL, optimistic: false, increments: 200 };
const inMemory: Capabilities = {
  leavesOutMissing: false,
  utf8Order: false,
  anyId: false,
  wideIn: false,
  mergeReplaces: false,
  phantoms: false,
  optimistic: true,
  increments: 12,
};
const can = process.env.FIRESTORE_EMULATOR_HOST ? emulator : inMemory;

storeContract("Firestore", open, can);
storeProperty("Firestore", open, 20, can);
