import { diffUpdate, mergeUpdates } from "yjs";
import { fromBase64, toBase64 } from "../base64.ts";
import { AtriumError, isAtriumError } from "../error.ts";
import type { DocumentEvent } from "./document-feed.ts";
import { failure, isTemporary } from "./failure.ts";
import { isEmpty, type Link, type LinkEnd, type LinkHost } from "./link.ts";

/** Pause after which a client that might not write tries it again, ms: who may write can change. */
const REFUSED = 60_000;
/** Pause in which edits are collected into one call, ms. Who types for long collects for longer. */
const COLLECTING = 50;
/** A call that fails ends the connection, which says so and comes back: waiting for another try would look as if all were stored. */
const ONCE = { retries: 0 };
/** The state vector of who has nothing. */
const NOTHING = new Uint8Array([0]);

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
  /** Whether the editor is known to have been there. */
  #hasExisted = false;
  #stopWaiting: () => void = () => undefined;
  /** Prevents the call that is planned; undefined: none is. */
  #cancelCall: (() => void) | undefined;
  /** Changes that were not sent yet, and those that are being sent. */
  #pending: Uint8Array[] = [];
  #underWay: Uint8Array[] = [];
  /** A synchronization that runs, and whether another one must follow. */
  #isBusy = false;
  #isDue = false;
  /** What the user says of itself and was not sent yet, and whether some of it is being sent. */
  #awareness: Uint8Array | undefined;
  #isSendingAwareness = false;
  /** Whether others may know what the user says of itself. */
  #hasSentAwareness = false;
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
    const left = this.#hasSentAwareness && this.#host.leaving();
    this.#hasSentAwareness = false;
    if (left) this.#sendAtLast("awareness", { awareness: toBase64(left) });
    const unsent = [...this.#underWay, ...this.#pending];
    if (this.#wasOpen && this.#mayWrite && unsent.length > 0)
      this.#sendAtLast("sync", { update: toBase64(mergeUpdates(unsent)) });
  }

  close(reason = "closed"): void {
    this.leave();
    this.#finish(new AtriumError("UNAVAILABLE", reason));
  }

  #received({ event, data }: DocumentEvent): void {
    const isOurs = event === "crdt.update" && data.editorId === this.#host.editorId;
    // Else the next edit would make it anew, with all that the client still has.
    if (isOurs && data.removed) this.#finish(deleted());
    else if (event === "ready" || (isOurs && data.resync)) this.#synchronize(true);
    else if (event === "crdt.awareness" && data.editorId === this.#host.editorId)
      this.#host.receiveAwareness(fromBase64(data.awareness));
    else if (isOurs && data.update !== undefined) this.#host.receive(fromBase64(data.update));
  }

  /** Has what waits sent after a pause. */
  #plan(): void {
    if (this.#cancelCall || this.#isBusy || this.#isOver) return;
    const { timing, pace } = this.#host.document.connection;
    this.#cancelCall = timing.after(Math.max(COLLECTING, pace.next()), () => this.#synchronize(false));
  }

  /** @param isWhole compares both sides, in place of sending what is new alone. */
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
      // The stream may tell of it later.
      if (this.#hasExisted && isNothing(stateVector)) throw deleted();
      this.#pending = [this.#host.missing(stateVector)];
    }
    this.#underWay = this.#pending.splice(0);
    if (this.#underWay.length > 0 && this.#mayWrite) await this.#push(mergeUpdates(this.#underWay));
    this.#underWay = [];
    if (this.#isOver) return;
    if (this.#mayWrite && this.#pending.length === 0) this.#host.stored();
    if (!isWhole) return;
    this.#wasOpen = true;
    this.#host.synced();
    const awareness = leaves === this.#leaves && this.#host.localAwareness();
    if (awareness) this.sendAwareness(awareness);
  }

  /** Sends the latest, as often as the service wants it. A cursor that is lost is sent again within 15 s. */
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

  /** Sends what can't wait, by a request that outlives the page. Nobody hears of its reply. */
  #sendAtLast(endpoint: "awareness" | "sync", input: { awareness: string } | { update: string }): void {
    const { document, editorId, kind } = this.#host;
    const { organizationId, documentId, connection } = document;
    const { baseUrl, fetch } = connection;
    const headers = { "content-type": "application/json", authorization: `Bearer ${connection.lastToken()}` };
    const data = { organizationId, documentId, editorId, ...(endpoint === "sync" && kind), ...input };
    const body = JSON.stringify({ data });
    const send = (keepalive: boolean) =>
      fetch(`${baseUrl}/v2/crdt/${endpoint}`, { method: "POST", keepalive, headers, body });
    // Browsers refuse such a request of more than 64 KiB. Where the page stays, another one arrives as well.
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
      // Yjs names all deletions, and a stored copy all that others have written: who has changed nothing is not refused anything.
      // Nobody hears of it after the end, where the timer would keep a process alive.
      if ((await this.#hasNothingNew()) || this.#isOver) return;
      this.#mayWrite = false;
      this.#host.denied(error.reason ?? error.message);
      this.#stopWaiting = this.#host.document.connection.timing.after(REFUSED, () => {
        this.#mayWrite = true;
        this.#synchronize(true);
      });
    }
  }

  /** Whether the service has all that is here, as it says when it is asked again. */
  async #hasNothingNew(): Promise<boolean> {
    // Taken before the question: what others change meanwhile may not be in the answer.
    const all = this.#host.missing(NOTHING);
    const { update, stateVector } = await this.#call();
    const lacked = diffUpdate(all, stateVector);
    const deletions = diffUpdate(update, stateVector);
    return hasOnlyDeletions(lacked) && isEqual(mergeUpdates([deletions, lacked]), deletions);
  }

  /** @returns what the service has, beyond what is here, and its state vector. */
  async #call(update?: Uint8Array): Promise<{ update: Uint8Array; stateVector: Uint8Array }> {
    const { document, editorId, kind, stateVector, receive } = this.#host;
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
    if (!this.#isOver) receive(theirs.update);
    this.#hasExisted ||= !isNothing(theirs.stateVector);
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
    // A call that is under way must not be followed by another one.
    if (isFinal) this.#mayWrite = false;
    this.#end({ wasOpen: this.#wasOpen, error, isFinal });
  }
}

function deleted(): AtriumError {
  return new AtriumError("NOT_FOUND", "The editor was deleted.");
}

/** Whether a state vector has nothing. */
function isNothing(stateVector: Uint8Array): boolean {
  return isEqual(stateVector, NOTHING);
}

/** Whether an edit is refused that the user may read on after: for want of a right, or because of a storage quota. */
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
