import { mockMethod } from "#testing/harness/jest/mocks";

/** A line of the log as Cloud Logging reads it. */
export type LogLine = Record<string, unknown> & { severity: string; message: string };

/** The lines that the functions of this process log until the test ends, instead of printing them. */
export function caughtLog(): LogLine[] {
  const lines: LogLine[] = [];
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
    mockMethod(stream, "write", (chunk: unknown, ...rest: unknown[]) => {
      if (typeof chunk !== "string" || !chunk.startsWith('{"')) return write(chunk, ...rest);
      lines.push(JSON.parse(chunk));
      return true;
    });
  }
  return lines;
}
