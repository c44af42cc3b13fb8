import { createInterface, type Interface } from "node:readline";
import { Writable } from "node:stream";
import { CommandError } from "../commands/command-error.ts";
import type { SealingSecret } from "./sealing-key.ts";
import { requireLong } from "./secret-source.ts";

/** A terminal: where input is typed and where questions are written. */
export interface Terminal {
  input: NodeJS.ReadableStream;
  questions: Pick<NodeJS.WritableStream, "write">;
}

/**
 * Asks for a passphrase on the terminal, without showing it.
 * @param isNew asks twice, to catch typing errors.
 * @throws CommandError if a new one is too short, the two differ, or nothing is typed.
 */
export async function askPassphrase(
  { isNew }: { isNew: boolean },
  { input, questions }: Terminal = { input: process.stdin, questions: process.stderr },
): Promise<SealingSecret> {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = new Lines(createInterface({ input, output, terminal: true }));
  const ask = async (question: string) => {
    questions.write(question);
    return lines.next().finally(() => questions.write("\n"));
  };
  try {
    const text = await ask("Passphrase: ");
    if (text === "") throw nothingTyped();
    if (isNew) requireLong(text);
    if (isNew && (await ask("The same again: ")) !== text)
      throw new CommandError("The two passphrases differ. Nothing was done.");
    return { kind: "passphrase", text };
  } finally {
    lines.close();
  }
}

function nothingTyped(): CommandError {
  return new CommandError("No passphrase was typed. Nothing was done.");
}

/** The typed lines. A line typed before it is asked for, for example when both are pasted, is not lost. */
class Lines {
  readonly #interface: Interface;
  readonly #lines: string[] = [];
  #isOver = false;
  #wake: () => void = () => undefined;

  constructor(terminal: Interface) {
    this.#interface = terminal;
    terminal.on("line", (line) => {
      this.#lines.push(line);
      this.#wake();
    });
    // Ctrl-C and Ctrl-D.
    terminal.on("close", () => {
      this.#isOver = true;
      this.#wake();
    });
  }

  /** @throws CommandError if the input ends. */
  async next(): Promise<string> {
    for (;;) {
      const line = this.#lines.shift();
      if (line !== undefined) return line;
      if (this.#isOver) throw nothingTyped();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  close(): void {
    this.#interface.close();
  }
}
