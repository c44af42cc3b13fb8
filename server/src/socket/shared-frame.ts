/**
 * A frame that is made once for all connections that need the same at about the same time. It stays in memory only as long as one of
 * them has not read it.
 */
export class SharedFrame {
  #frame: WeakRef<Buffer> | undefined;
  #revision = -1;

  /** @param revision of what the frame tells. @param make is called where no frame of this revision is in memory. */
  get(revision: number, make: () => Buffer): Buffer {
    const known = this.#revision === revision ? this.#frame?.deref() : undefined;
    if (known) return known;
    const frame = make();
    this.#frame = new WeakRef(frame);
    this.#revision = revision;
    return frame;
  }
}
