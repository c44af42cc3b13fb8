/** Ms after the first signal during which further ones are ignored, because the session's data is being saved. */
const SAVING = 10_000;
/** A closed terminal sends SIGHUP. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Something that a signal stops. */
export interface Stoppable {
  /** Saves the data and ends gracefully. */
  stop(): Promise<void>;
  /** Ends at once. */
  kill(): void;
}

/** The part of `process` that receives signals. */
export interface SignalSource {
  on(event: string, listener: () => void): unknown;
  exit(code: number): void;
}

/**
 * The first signal, or the end of the parent process, ends everything gracefully; a signal after 10 s ends it by force.
 * @returns a function that says whether it is stopping.
 */
export function stopOnSignals(
  suite: Stoppable,
  source: SignalSource,
  { monotonic = () => performance.now(), say = console.log }: { monotonic?(): number; say?(line: string): void } = {},
): () => boolean {
  let since: number | undefined;
  const begin = () => {
    since = monotonic();
    // The functions emulator does not notice that a stream's client has gone, and waits a minute for the stream to end.
    say("\nSaving the data and stopping the emulators; if streams were open, this takes a minute …");
    void suite.stop().then(() => source.exit(0));
  };
  const onSignal = () => {
    if (since === undefined) begin();
    else if (monotonic() - since > SAVING) suite.kill();
    // One Ctrl-C arrives several times: from the terminal, from npm and from the start script.
    else if (monotonic() - since > 1000)
      say("The data is being saved. A signal after 10 s ends the emulators by force.");
  };
  for (const signal of SIGNALS) source.on(signal, onSignal);
  source.on("disconnect", () => since === undefined && begin());
  return () => since !== undefined;
}
