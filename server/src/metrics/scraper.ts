import { type Exposition, expose, NodeMetrics } from "./exposition.ts";
import type { Figures, ProcessMetrics } from "./process-metrics.ts";
import { joinWorkers } from "./workers.ts";

/** Reads the metrics of all workers at a scrape, and only then. */
export class Scraper {
  readonly #metrics: ProcessMetrics;
  readonly #node = new NodeMetrics();
  readonly #others: (own: Figures[]) => Promise<Figures[][]>;
  #underWay: Promise<Figures[][]> | undefined;

  constructor(metrics: ProcessMetrics) {
    this.#metrics = metrics;
    this.#others = joinWorkers(() => this.#own({ withStore: false }));
  }

  /** All metrics as text. Concurrent scrapes share one read. @param accept header of the request. */
  async scrape(accept: string | undefined): Promise<Exposition> {
    this.#underWay ??= this.#read().finally(() => {
      this.#underWay = undefined;
    });
    return expose(await this.#underWay, accept);
  }

  async #read(): Promise<Figures[][]> {
    const own = await this.#own({ withStore: true });
    return [own, ...(await this.#others(own))];
  }

  async #own(options: { withStore: boolean }): Promise<Figures[]> {
    const [own, node] = await Promise.all([this.#metrics.read(options), this.#node.read()]);
    return [...own, ...node];
  }
}
