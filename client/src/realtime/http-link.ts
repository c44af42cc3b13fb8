import { diffUpdate, mergeUpdates } from "yjs";
import { fromBase64, toBase64 } from "../base64.ts";
import { AtriumError, isAtriumError } from "../error.ts";
import type { DocumentEvent } from "./document-feed.ts";
import { failure, isTemporary } from "./failure.ts";
import { deletedError, isEmpty, type Link, type LinkEnd, type LinkHost } from "./link.ts";

/** Wait before a client whose edits were refused tries to write again, in ms: the user's rights may have changed. */
const REFUSED = 60_000;
/** Time for which edits are collected into one call, in ms. During long typing it grows with the pace. */
const COLLECTING = 50;
/**
 * Without retries: a failed call ends the connection, which then shows as offline and reconnects. While a retry waits,
 * everything would look stored.
 */
const ONCE = { retries: 0 };
/** The state vector of an empty Yjs document. */
const NOTHING = new Uint8Array([0]);

/** Follows an editor through the stream of its document and sends changes with `crdt/sync`. */
export function openHttp(host: LinkHost): Link {
  return new HttpLink(host);
}

class HttpLink implements Link {
  readonly ended: Promise<LinkEnd>;
  readonly #host: LinkHost;
  readonly #unsubscribe: () => void;
  #end: (end: LinkEnd) => void = () => undefined;
  #wasOpen = false;
  /** Whether the stream is open. */
  #isFollowing = false;
  #isOver = false;
  #mayWrite = true;
  #stopWaiting: () => void = () => undefined;
  /** Cancels the planned call; undefined if none is planned. */
  #cancelCall: (() => void) | undefined;
  /** Changes that have not been sent yet, followed by those that are being sent. */
  #pending: Uint8Array[] = [];
  #underWay: Uint8Array[] = [];
  /** Whether a synchronization is running, and whether another one must follow. */
  #isBusy = false;
  #isDue = false;
  /** The user's awareness state that has not been sent yet, and whether a sending is under way. */
  #awareness: Uint8Array | undefined;
  #isSendingAwareness = false;
  /** Whether others may have received the user's awareness state. */
  #hasSentAwareness = false;
  /** Number of times the user has left, to notice a leave during a synchronization. */
  #leaves = 0;

  constructor(host: LinkHost) {
    this.#host = host;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#unsubscribe = host.document.subscribe((event) => this.#received(event), {
      editors: [host.editorId],
      onDisconnect: (error) => {
        this.#isFollowing = false;
        // While the connection has never been open, another transport may be worth a try.
        if (this.#wasOpen) host.broken(error);
        else this.#finish(error);
      },
      onEnd: (error) => this.#finish(error),
    });
  }

  send(update: Uint8Array): void {
    if (this.#mayWrite) {
      this.#pending.push(update);
      if (this.#wasOpen) this.#plan();
    } else this.#host.denied("User may not write to the document.");
  }

  sendAwareness(update: Uint8Array): void {
    this.#awareness = update;
    if (!this.#isSendingAwareness) void this.#sendLatestAwareness();
  }

  leave(): void {
    this.#leaves++;
    this.#awareness = undefined;
    const farewell = this.#hasSentAwareness && this.#host.leaving();
    this.#hasSentAwareness = false;
    if (farewell) this.#sendAtLast("awareness", { awareness: toBase64(farewell) });
    const unsent = [...this.#underWay, ...this.#pending];
    if (this.#wasOpen && this.#mayWrite && unsent.length > 0)
      this.#sendAtLast("sync", { update: toBase64(mergeUpdates(unsent)) });
  }

  close(reason = "closed"): void {
    this.leave();
    this.#finish(new AtriumError("UNAVAILABLE", reason));
  }

  #received({ event, data }: DocumentEvent): void {
    if (event === "ready") this.#isFollowing = true;
    const isOurs = event === "crdt.update" && data.editorId === this.#host.editorId;
    // Otherwise the next edit would create the editor again, with everything that the client still has.
    if (isOurs && data.removed) this.#finish(deletedError());
    else if (event === "ready" || (isOurs && data.resync)) this.#synchronize(true);
    else if (event === "crdt.awareness" && data.editorId === this.#host.editorId)
      this.#host.receiveAwareness(fromBase64(data.awareness));
    else if (isOurs && data.update !== undefined) this.#host.receive(fromBase64(data.update));
  }

  /** Sends the pending changes after a pause. */
  #plan(): void {
    if (this.#cancelCall || this.#isBusy || this.#isOver) return;
    const { timing, pace } = this.#host.document.connection;
    this.#cancelCall = timing.after(Math.max(COLLECTING, pace.next()), () => this.#synchronize(false));
  }

  /** @param isWhole compares both sides instead of sending only what is new. */
  #synchronize(isWhole: boolean): void {
    this.#isDue ||= isWhole;
    if (this.#isBusy || this.#isOver) return;
    this.#isBusy = true;
    this.#cancelCall?.();
    this.#cancelCall = undefined;
    this.#exchange().then(
      () => {
        this.#isBusy = false;
        if (this.#isDue) this.#synchronize(false);
        else if (this.#pending.length > 0) this.#plan();
      },
      (error) => this.#finish(error),
    );
  }

  async #exchange(): Promise<void> {
    const isWhole = this.#isDue;
    const leaves = this.#leaves;
    this.#isDue = false;
    if (isWhole) {
      const { stateVector } = await this.#call();
      this.#pending = [this.#host.missing(stateVector)];
    }
    this.#underWay = this.#pending.splice(0);
    if (this.#underWay.length > 0 && this.#mayWrite) await this.#push(mergeUpdates(this.#underWay));
    this.#underWay = [];
    if (this.#isOver) return;
    if (this.#mayWrite && this.#pending.length === 0) this.#host.stored();
    if (!isWhole) return;
    this.#wasOpen = true;
    // The stream may have broken meanwhile; its next beginning compares both sides again.
    if (this.#isFollowing) this.#host.synced();
    const awareness = leaves === this.#leaves && this.#host.localAwareness();
    if (awareness) this.sendAwareness(awareness);
  }

  /** Sends the latest awareness state, as often as the service allows. A lost one is repeated within 15 s. */
  async #sendLatestAwareness(): Promise<void> {
    const { document, editorId } = this.#host;
    const { organizationId, documentId, connection } = document;
    this.#isSendingAwareness = true;
    try {
      for (let next = this.#awareness; next; next = this.#awareness) {
        this.#awareness = undefined;
        this.#hasSentAwareness = true;
        const input = { organizationId, documentId, editorId, awareness: toBase64(next) };
        const { intervalMs } = (await connection.atrium.crdt.awareness(input, ONCE)).data;
        await connection.timing.sleep(Math.max(intervalMs, connection.pace.next()), []);
      }
    } catch {}
    this.#isSendingAwareness = false;
  }

  /** Sends what can't wait, with a request that outlives the page. Its reply is ignored. */
  #sendAtLast(endpoint: "awareness" | "sync", input: { awareness: string } | { update: string }): void {
    const { document, editorId, kind } = this.#host;
    const { organizationId, documentId, connection } = document;
    const { baseUrl, fetch } = connection;
    const headers = { "content-type": "application/json", authorization: `Bearer ${connection.lastToken()}` };
    const data = { organizationId, documentId, editorId, ...(endpoint === "sync" && kind), ...input };
    const body = JSON.stringify({ data });
    const send = (keepalive: boolean) =>
      fetch(`${baseUrl}/v2/crdt/${endpoint}`, { method: "POST", keepalive, headers, body });
    // Browsers refuse a keepalive request of more than 64 KiB. If the page stays open, a normal one arrives as well.
    send(true)
      .catch(() => send(false))
      .catch(() => undefined);
  }

  async #push(update: Uint8Array): Promise<void> {
    if (isEmpty(update)) return;
    try {
      await this.#call(update);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // Yjs updates repeat all deletions, and a stored copy repeats the edits of others: a user without new changes gets no
      // refusal. After the end nobody listens, and the timer would keep the process alive.
      if ((await this.#hasNothingNew()) || this.#isOver) return;
      this.#mayWrite = false;
      this.#host.denied(error.reason ?? error.message);
      this.#stopWaiting = this.#host.document.connection.timing.after(REFUSED, () => {
        this.#mayWrite = true;
        this.#synchronize(true);
      });
    }
  }

  /** Asks the service again whether it has everything that the local document has. */
  async #hasNothingNew(): Promise<boolean> {
    // Read before the call: what others change in the meantime may not be in the answer.
    const all = this.#host.missing(NOTHING);
    const { update, stateVector } = await this.#call();
    const lacked = diffUpdate(all, stateVector);
    const deletions = diffUpdate(update, stateVector);
    return hasOnlyDeletions(lacked) && isEqual(mergeUpdates([deletions, lacked]), deletions);
  }

  /** @returns the changes that the service has and this side lacks, and the service's state vector. */
  async #call(update?: Uint8Array): Promise<{ update: Uint8Array; stateVector: Uint8Array }> {
    const { document, editorId, kind, stateVector, isOther, receive } = this.#host;
    const { organizationId, documentId, connection } = document;
    const { data } = await connection.atrium.crdt.sync(
      {
        ...{ organizationId, documentId, editorId, ...kind },
        stateVector: toBase64(stateVector()),
        ...(update && { update: toBase64(update) }),
      },
      ONCE,
    );
    const theirs = { update: fromBase64(data.update), stateVector: fromBase64(data.stateVector) };
    // The stream may report the deletion later, or the stream of another document with the same id has begun.
    if (isOther(theirs.stateVector)) throw deletedError();
    if (!this.#isOver) receive(theirs.update);
    return theirs;
  }

  #finish(cause: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#unsubscribe();
    this.#stopWaiting();
    this.#cancelCall?.();
    const error = failure(cause);
    const isFinal = !isTemporary(error);
    // A running call must not be followed by another one.
    if (isFinal) this.#mayWrite = false;
    this.#end({ wasOpen: this.#wasOpen, error, isFinal });
  }
}

/**
 * Whether an error refuses an edit while the user may go on reading: for lack of a right, or because of a storage quota.
 */
function isRefusal(error: unknown): error is AtriumError {
  const isOverQuota = isAtriumError(error, "RESOURCE_EXHAUSTED") && Object.hasOwn(Object(error.details), "quota");
  return isOverQuota || isAtriumError(error, "PERMISSION_DENIED");
}

function hasOnlyDeletions(update: Uint8Array): boolean {
  return update[0] === 0;
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
