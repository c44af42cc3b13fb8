// Orders test files: long ones start first, because other workers would be idle while a long one runs last.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
// The sequencer that comes with jest.
const ofJest = createRequire(createRequire(require.resolve("jest")).resolve("@jest/core"));
const { default: Sequencer } = ofJest("@jest/test-sequencer");

/** Parts of the paths of files that take 5 s or more, for a first run; afterwards jest knows the times itself. */
const long = [
  "/test/emulators.test.",
  "/test/new-endpoint.test.",
  "/test/release.test.",
  "/test/artifact.test.",
  "/test/readme.test.",
  "/console/",
  "/server/src/docs/page.test.",
  "/server/src/cli.test.",
  "/server/src/main.test.",
  "/server/src/shutdown.test.",
  "/server/testing/suites/",
  "/fuzz/",
  "/functions/testing/suites/",
  "/functions/src/store/sqlite/contract.test.",
  "/functions/src/domain/webhooks/jobs/delivery-chaos.test.",
  "/functions/src/domain/migration/jobs/migrate-document.test.",
  // These take minutes on a Firestore emulator.
  "/server/src/transfer/",
  "/functions/src/store/walk.test.",
  "/functions/src/store/firestore/",
  "/functions/src/queue/store-queue.test.",
  "/functions/src/domain/erasure/jobs/",
  "/site/",
];

export default class LongFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration != null)) return sorted;
    const rank = ({ path }) => {
      const place = long.findIndex((part) => path.includes(part));
      return place < 0 ? long.length : place;
    };
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
