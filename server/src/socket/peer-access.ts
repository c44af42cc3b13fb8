import type { Call, UserCall, WriteCall } from "@atrium/functions/call";
import type { Context } from "@atrium/functions/context";
import { accessRefusal } from "@atrium/functions/domain/access/explanation";
import { decide } from "@atrium/functions/domain/access/store/user-decisions";
import type { StoredDocument } from "@atrium/functions/domain/documents/store/documents";
import { documentPath } from "@atrium/functions/domain/organizations/store/organizations";
import { countedStore, loadQuotaCheck } from "@atrium/functions/domain/quotas/store/counted-call";
import { quotasOf } from "@atrium/functions/domain/quotas/store/usages";
import { badUserToken, beingMigrated } from "@atrium/functions/errors";
import { documentOf } from "@atrium/functions/http/auth/user-rule";
import { CallerChecks } from "@atrium/functions/http/stream/caller-checks";
import type { StreamRequest } from "@atrium/functions/http/stream/request";
import type { SetTimer } from "@atrium/functions/platform/async/timer";
import { AccessCheck } from "./access-check.ts";
import { closeOf } from "./close-codes.ts";
import type { Grant } from "./connection.ts";
import type { Peer } from "./peer.ts";

/** Events that connections may cause. */
const emits = ["crdt.add", "crdt.update_data", "presence.add", "presence.update"] as const;

const rule = { user: { action: "read", on: documentOf } } as const;

/** A document. */
interface Place {
  organizationId: string;
  documentId: string;
}

/** Decides what the users of connections may do, and decides again as long as they are connected. */
export class PeerAccess {
  readonly #context: Context;
  readonly #timer: SetTimer;
  readonly #callers: CallerChecks;
  readonly #checks = new Map<Peer, AccessCheck>();

  constructor(context: Context, timer: SetTimer) {
    this.#context = context;
    this.#timer = timer;
    this.#callers = new CallerChecks(context, timer);
  }

  /** The connections whose access is checked. */
  get peers(): readonly Peer[] {
    return [...this.#checks.keys()];
  }

  /** @returns the call of the user whose token the request contains. @throws ApiError as `CallerChecks` does. */
  authenticate(call: Call, request: StreamRequest): Promise<UserCall> {
    return this.#callers.authenticate(call, rule, request);
  }

  /** @throws ApiError PERMISSION_DENIED or NOT_FOUND if the user may not even read the document. */
  async grant(user: UserCall, { organizationId, documentId }: Place): Promise<Grant> {
    const place = { organizationId, documentId };
    const [read, write] = await decide(user, [
      { place, action: "read" },
      { place, action: "write" },
    ]);
    if (!read?.allowed && read) throw accessRefusal(read);
    const mayWrite = write?.allowed === true;
    const refusal = mayWrite ? await whyReadOnly(user, place) : "User may not write to the document.";
    const endsAt = Math.min(user.user.expiresAt, read?.expiresAt ?? Number.POSITIVE_INFINITY) * 1000;
    const { viewersAreVisible = true } = this.#context.settings;
    return { ...(await this.#countedCallOf(user)), refusal, endsAt, isVisible: mayWrite || viewersAreVisible };
  }

  /**
   * Quotas are checked before an update enters the shared document: an update that is in it must be stored, or all
   * clients would have to reconnect.
   */
  async #countedCallOf(user: UserCall): Promise<Pick<Grant, "call" | "checkQuota">> {
    const call = this.#callOf(user);
    const quotas = quotasOf(call, user.apiKey);
    if (!quotas) return { call };
    const checkQuota = await loadQuotaCheck(call, quotas);
    return { call: { ...call, store: await countedStore(call, quotas, { isEnforced: false }) }, checkQuota };
  }

  /** Checks the access of a connection repeatedly until the returned function is called. */
  watch(peer: Peer, user: UserCall, { request, place }: { request: StreamRequest; place: Place }): () => void {
    const { random } = this.#context;
    const check = new AccessCheck({
      timer: this.#timer,
      random,
      check: async () => {
        const again = await this.#callers.authenticateAgain(user, rule, request);
        // New requests may come some seconds late, because clocks differ. In that time an open connection would be
        // checked again and again without a pause.
        if (again.user.expiresAt * 1000 <= again.now()) throw badUserToken("expired");
        const grant = await this.grant(again, place);
        peer.update(grant);
        return grant.endsAt - again.now();
      },
      failed: (error) => {
        const close = closeOf(error);
        if (close) peer.close(close.code, close.reason);
        return close !== undefined;
      },
    });
    this.#checks.set(peer, check);
    const stopWatching = this.#callers.watch(user, () => check.soon());
    return () => {
      check.stop();
      stopWatching();
      this.#checks.delete(peer);
    };
  }

  /** Checks connections soon, because their access may have ended. */
  checkSoon(peers: Iterable<Peer>): void {
    for (const peer of peers) this.#checks.get(peer)?.soon();
  }

  /** Costs of what a connection stores do not count for the request that opened it. */
  #callOf({ requestId, apiKey, user }: UserCall): WriteCall<UserCall> {
    return { ...this.#context, requestId, apiKey, user, emits };
  }
}

/** Why a document takes no updates from those who may write to it; undefined if it takes them. */
async function whyReadOnly(user: UserCall, { organizationId, documentId }: Place): Promise<string | undefined> {
  const document = await user.store.get<StoredDocument>(documentPath(user, organizationId, documentId));
  return document?.data.migrating === undefined ? undefined : beingMigrated().message;
}
