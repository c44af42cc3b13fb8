import { mergeUpdates } from "yjs";
import { fromBase64, toBase64 } from "../base64.ts";
import { AtriumError, isAtriumError } from "../error.ts";
import type { DocumentEvent } from "./document-feed.ts";
import { failure, isTemporary } from "./failure.ts";
import type { Link, LinkEnd, LinkHost } from "./link.ts";

/** Pause after which a client that might not write tries it again, ms: who may write can change. */
const REFUSED = 60_000;
/** Pause in which edits are collected into one call, ms. */
const COLLECTING = 50;

/** Follows an editor by the stream of its document and sends changes with `crdt/sync`. */
export function openHttp(host: LinkHost): Link {
  return new HttpLink(host);
}

class HttpLink implements Link {
  readonly ended: Promise<LinkEnd>;
  readonly #host: LinkHost;
  readonly #unsubscribe: () => void;
  #end: (end: LinkEnd) => void = () => undefined;
  #wasOpen = false;
  #isOver = false;
  #mayWrite = true;
  #stopWaiting: () => void = () => undefined;
  /** Changes that were not sent yet. */
  #pending: Uint8Array[] = [];
  /** A synchronization that runs, and whether another one must follow. */
  #isBusy = false;
  #isDue = false;
  /** What the user says of itself and was not sent yet, and whether some of it is being sent. */
  #awareness: Uint8Array | undefined;
  #isTelling = false;
  /** Whether others may know what the user says of itself. */
  #hasTold = false;
  /** How often the user has left. */
  #leaves = 0;

  constructor(host: LinkHost) {
    this.#host = host;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#unsubscribe = host.document.subscribe((event) => this.#received(event), {
      editors: [host.editorId],
      // Before it was ever open, another transport may be worth a try.
      onDisconnect: (error) => (this.#wasOpen ? host.broken(error) : this.#finish(error)),
      onEnd: (error) => this.#finish(error),
    });
  }

  send(update: Uint8Array): void {
    if (!this.#mayWrite) this.#host.denied("User may not write to the document.");
    else if (this.#pending.push(update) === 1 && this.#wasOpen)
      this.#host.document.connection.timing.after(COLLECTING, () => this.#synchronize(false));
  }

  sendAwareness(update: Uint8Array): void {
    this.#awareness = update;
    if (!this.#isTelling) void this.#tell();
  }

  leave(): void {
    this.#leaves++;
    this.#awareness = undefined;
    const left = this.#hasTold && this.#host.leaving();
    this.#hasTold = false;
    if (left) void this.#tellAtLast(left).catch(() => undefined);
  }

  close(): void {
    this.leave();
    this.#finish(new AtriumError("CANCELLED", "closed"));
  }

  #received({ event, data }: DocumentEvent): void {
    const isOurs = event === "crdt.update" && data.editorId === this.#host.editorId;
    if (event === "ready" || (isOurs && data.resync)) this.#synchronize(true);
    else if (event === "crdt.awareness" && data.editorId === this.#host.editorId)
      this.#host.receiveAwareness(fromBase64(data.awareness));
    else if (isOurs && data.update !== undefined) this.#host.receive(fromBase64(data.update));
  }

  /** @param isWhole compares both sides, in place of sending what is new alone. */
  #synchronize(isWhole: boolean): void {
    this.#isDue ||= isWhole;
    if (this.#isBusy || this.#isOver) return;
    this.#isBusy = true;
    this.#exchange().then(
      () => {
        this.#isBusy = false;
        if (this.#isDue || this.#pending.length > 0) this.#synchronize(false);
      },
      (error) => this.#finish(error),
    );
  }

  async #exchange(): Promise<void> {
    const isWhole = this.#isDue;
    const leaves = this.#leaves;
    this.#isDue = false;
    if (isWhole) {
      const theirs = await this.#call();
      this.#pending = [this.#host.missing(theirs)];
    }
    const updates = this.#pending.splice(0);
    if (updates.length > 0 && this.#mayWrite) await this.#push(mergeUpdates(updates));
    if (!isWhole || this.#isOver) return;
    this.#wasOpen = true;
    this.#host.synced();
    const awareness = leaves === this.#leaves && this.#host.localAwareness();
    if (awareness) this.sendAwareness(awareness);
  }

  /** Sends the latest, as often as the service wants it. A cursor that is lost is sent again within 15 s. */
  async #tell(): Promise<void> {
    const { document, editorId } = this.#host;
    const { organizationId, documentId, connection } = document;
    this.#isTelling = true;
    try {
      for (let next = this.#awareness; next; next = this.#awareness) {
        this.#awareness = undefined;
        this.#hasTold = true;
        const input = { organizationId, documentId, editorId, awareness: toBase64(next) };
        const { intervalMs } = (await connection.atrium.crdt.awareness(input)).data;
        await connection.timing.sleep(intervalMs, []);
      }
    } catch {}
    this.#isTelling = false;
  }

  /** Says a last word, by a request that outlives the page. */
  async #tellAtLast(awareness: Uint8Array): Promise<void> {
    const { document, editorId } = this.#host;
    const { organizationId, documentId, connection } = document;
    const headers = { "content-type": "application/json", authorization: `Bearer ${await document.token()}` };
    const body = JSON.stringify({ data: { organizationId, documentId, editorId, awareness: toBase64(awareness) } });
    const { baseUrl, fetch } = connection;
    await fetch(`${baseUrl}/v2/crdt/awareness`, { method: "POST", keepalive: true, headers, body });
  }

  async #push(update: Uint8Array): Promise<void> {
    if (isEmpty(update)) return;
    try {
      await this.#call(update);
    } catch (error) {
      if (!isAtriumError(error, "PERMISSION_DENIED")) throw error;
      this.#mayWrite = false;
      this.#host.denied(error.message);
      this.#stopWaiting = this.#host.document.connection.timing.after(REFUSED, () => {
        this.#mayWrite = true;
        this.#synchronize(true);
      });
    }
  }

  /** @returns the state vector of the service. */
  async #call(update?: Uint8Array): Promise<Uint8Array> {
    const { document, editorId, kind, stateVector, receive } = this.#host;
    const { organizationId, documentId, connection } = document;
    const { data } = await connection.atrium.crdt.sync({
      ...{ organizationId, documentId, editorId, ...kind },
      stateVector: toBase64(stateVector()),
      ...(update && { update: toBase64(update) }),
    });
    if (!this.#isOver) receive(fromBase64(data.update));
    return fromBase64(data.stateVector);
  }

  #finish(cause: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#unsubscribe();
    this.#stopWaiting();
    const error = failure(cause);
    this.#end({ wasOpen: this.#wasOpen, error, isFinal: !isTemporary(error) });
  }
}

/** Whether an update has neither changes nor deletions. */
function isEmpty(update: Uint8Array): boolean {
  return update.length === 2 && update[0] === 0 && update[1] === 0;
}
