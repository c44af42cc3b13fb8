/**
 * A frame that is created once for all connections that need it at about the same time. It stays in memory only until
 * all of them have sent it.
 */
export class SharedFrame<Frame extends Buffer | Promise<Buffer> = Buffer> {
  #frame: WeakRef<Frame> | undefined;
  #revision = -1;

  /** @param revision of the content. @param make creates the frame if no frame of this revision is in memory. */
  get(revision: number, make: () => Frame): Frame {
    const cachedFrame = this.#revision === revision ? this.#frame?.deref() : undefined;
    if (cachedFrame) return cachedFrame;
    const frame = make();
    this.#frame = new WeakRef(frame);
    this.#revision = revision;
    return frame;
  }
}
