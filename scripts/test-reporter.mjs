// Says what failed and why, one line per passing file, and the closing count.
import { relative } from "node:path";

const files = new Map();

export default async function* report(source) {
  for await (const { type, data } of source) {
    if (
      type === "test:fail" &&
      data.details?.type !== "suite" &&
      data.details?.error?.failureType !== "subtestsFailed"
    ) {
      yield `\n✖ ${data.name}\n  ${data.file ? `${relative(process.cwd(), data.file)}:${data.line}\n` : ""}${indent(describe(data.details?.error))}\n`;
    }
    if (type === "test:skip" || (type === "test:pass" && data.skip))
      yield `- skipped: ${data.name}${typeof data.skip === "string" ? ` (${data.skip})` : ""}\n`;
    if (type === "test:stderr") yield data.message;
    if (type === "test:summary") {
      if (data.file) files.set(data.file, data);
      else yield summary(data);
    }
  }
}

function describe(error) {
  const cause = error?.cause ?? error;
  return cause?.stack ?? String(cause);
}

function indent(text) {
  return text
    .split("\n")
    .slice(0, 30)
    .map((line) => `  ${line}`)
    .join("\n");
}

function summary({ counts, duration_ms: ms }) {
  const failed = counts.failed + counts.cancelled;
  const skipped = counts.skipped ? `, ${counts.skipped} skipped` : "";
  return `\n${files.size} files in ${(ms / 1000).toFixed(1)} s${skipped}\nTests: ${counts.passed} passed, ${failed} failed\n`;
}
