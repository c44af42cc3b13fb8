import { listClients } from "./domain/crdt/clients.ts";
import { lackedInSlices, sliceUpdate } from "./domain/crdt/sliced-update.ts";
import { namesInState } from "./domain/crdt/store/content-names.ts";
import { writeCrdt } from "./domain/crdt/writing.ts";
import { exchangeAndOutline, foldState } from "./domain/crdt/yjs-state.ts";
import { redactState } from "./domain/erasure/redact-state.ts";
import { redactLargeDoc, traitsInDoc } from "./domain/erasure/store/large-redaction.ts";
import type { HeavyOrder, HeavyTaskName, HeavyTaskResult } from "./heavy-work.ts";
import { parseLargeBody } from "./http/request/large-body-parsing.ts";
import { lowerThreadPriority } from "./platform/async/thread-priority.ts";
import { ApiError } from "./platform/error.ts";

// biome-ignore lint/suspicious/noExplicitAny: each task has its own input.
type HeavyTask = (input: any) => unknown;

// The event loop serves all callers, so it takes priority.
lowerThreadPriority();

/** The tasks that the threads of `HeavyWork` run. */
const tasks: Record<HeavyTaskName, HeavyTask> = {
  writeCrdt,
  foldState,
  exchangeAndOutline,
  lackedInSlices,
  sliceUpdate,
  listClients,
  parseLargeBody,
  namesInState,
  redactState,
  traitsInDoc,
  redactLargeDoc,
};

/** Runs a task in a thread of the pool. */
export default function runTask({ name, input, texts, bytes }: HeavyOrder): HeavyTaskResult {
  const decoded = Object.entries(texts).map(([field, chunks]) => [field, Buffer.concat(chunks).toString("utf8")]);
  const joined = Object.entries(bytes).map(([field, chunks]) => [field, Buffer.concat(chunks)]);
  try {
    return { value: tasks[name]({ ...input, ...Object.fromEntries([...decoded, ...joined]) }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { cause: _cause, ...extras } = error.extras;
    return { error: { code: error.code, message: error.message, extras } };
  }
}
