// Prints failures with their reasons, skipped tests, and the final count.
import { relative } from "node:path";

/** How long the process may take to end after all tests have ended, in ms. */
const LONGEST_END = 10_000;

export default class Reporter {
  #started = Date.now();

  onTestResult(_test, { testFilePath, testExecError, failureMessage, testResults, perfStats }) {
    const file = relative(process.cwd(), testFilePath);
    // A run on Firestore takes half an hour, so it shows its progress.
    if (process.env.FIRESTORE_EMULATOR_HOST) write(`${file} took ${Math.round(perfStats.runtime / 1000)} s\n`);
    if (testExecError) write(`\n✖ ${file} could not be run\n${indent(failureMessage ?? testExecError.stack)}\n`);
    for (const { status, fullName, failureMessages } of testResults) {
      if (status === "failed") write(`\n✖ ${fullName}\n  ${file}\n${indent(failureMessages.join("\n"))}\n`);
      if (status === "pending") write(`- skipped: ${fullName}\n`);
    }
  }

  onRunComplete(_contexts, results) {
    const seconds = ((Date.now() - this.#started) / 1000).toFixed(1);
    const skipped = results.numPendingTests ? `, ${results.numPendingTests} skipped` : "";
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    write(`\n${results.numTotalTestSuites} files in ${seconds} s${skipped}\n`);
    write(`Tests: ${results.numPassedTests} passed, ${failed} failed\n`);
    // Handles that a test has left open keep this process running, because a single test file runs in it.
    setTimeout(() => endNow(failed), LONGEST_END).unref();
  }
}

function endNow(failed) {
  write(`A test has left something open: ${process.getActiveResourcesInfo().join(", ")}\n`);
  process.exit(failed ? 1 : 0);
}

function write(text) {
  process.stdout.write(text);
}

function indent(text) {
  return text
    .split("\n")
    .filter((line) => !/^ +at .*(node_modules\/jest-|node:internal|new Promise \(<anonymous>\))/.test(line))
    .slice(0, 40)
    .map((line) => `  ${line}`)
    .join("\n");
}
