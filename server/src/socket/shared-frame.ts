/**
 * A frame that is created once for all connections that need it at about the same time. It stays in memory only until
 * all of them have sent it.
 */
export class SharedFrame {
  #frame: WeakRef<Buffer> | undefined;
  #revision = -1;

  /** @param revision of the content. @param make creates the frame if no frame of this revision is in memory. */
  get(revision: number, make: () => Buffer): Buffer {
    const cachedFrame = this.#revision === revision ? this.#frame?.deref() : undefined;
    if (cachedFrame) return cachedFrame;
    const frame = make();
    this.#frame = new WeakRef(frame);
    this.#revision = revision;
    return frame;
  }
}
