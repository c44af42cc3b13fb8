import { SingleBar } from "cli-progress";

/** Shows progress, only on a terminal, so that it does not fill logs. */
export class Progress {
  readonly #bar: SingleBar | undefined;

  /** @param total undefined if it is unknown. */
  constructor(total: number | undefined, label: string) {
    if (!process.stderr.isTTY || !total) return;
    this.#bar = new SingleBar({
      format: `${label} {bar} {percentage} %  {detail}`,
      stream: process.stderr,
      hideCursor: false,
      clearOnComplete: true,
      fps: 10,
    });
    this.#bar.start(total, 0, { detail: "" });
  }

  update(value: number, detail: string): void {
    this.#bar?.update(value, { detail });
  }

  stop(): void {
    this.#bar?.stop();
  }
}
