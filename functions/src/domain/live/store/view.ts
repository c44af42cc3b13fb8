import { isVisibleTo } from "#domain/comments/thread-visibility";
import type { StreamEvent } from "#domain/live/stream-events";
import type { CallingUser } from "#src/call";
import type { DocumentFeed } from "./document-feed.ts";

/** The events of a document that one user may see: all except hidden threads, and notifications of others. */
export class StreamView {
  readonly #user: Pick<CallingUser, "userId" | "isAdmin">;
  readonly #onUnknown: () => void;
  /** Ids of existing threads that this user may not see. */
  readonly #hidden = new Set<string>();
  /** Whether the user belongs to an organization, by id. */
  #members: Map<string, boolean>;

  /** @param onUnknown called when a thread depends on membership of an organization that has not been read. */
  constructor(user: Pick<CallingUser, "userId" | "isAdmin">, members: Map<string, boolean>, onUnknown: () => void) {
    this.#user = user;
    this.#members = members;
    this.#onUnknown = onUnknown;
  }

  /** Organizations whose membership decides about threads. */
  get organizationIds(): readonly string[] {
    return [...this.#members.keys()];
  }

  /** The event for this user; a thread that becomes hidden is removed. */
  eventFor(event: StreamEvent, isNew: boolean): StreamEvent | undefined {
    const wasHidden = isNew || (event.kind === "comment" && this.#hidden.has(event.id));
    if (event.isRemoved) {
      if (event.kind === "comment") this.#hidden.delete(event.id);
      return wasHidden || !this.#sees(event, { gone: true }) ? undefined : event;
    }
    if (this.shows(event)) return event;
    return event.kind === "comment" && !wasHidden ? event.removed() : undefined;
  }

  /** Whether the user may see it; hidden threads are recorded. */
  shows(event: StreamEvent): boolean {
    const sees = this.#sees(event);
    if (event.kind === "comment") {
      if (sees) this.#hidden.delete(event.id);
      else this.#hidden.add(event.id);
    }
    return sees;
  }

  /** Updates the user's memberships. @returns threads that become visible, and removals of those that become hidden. */
  learn(members: Map<string, boolean>, items: DocumentFeed["items"]): StreamEvent[] {
    const isSame = [...members].every(([id, isMember]) => this.#members.get(id) === isMember);
    this.#members = new Map([...this.#members, ...members]);
    if (isSame) return [];
    const changed: StreamEvent[] = [];
    for (const { event } of items) {
      if (event.kind !== "comment" || event.visibility?.type !== "organizationPrivate") continue;
      const wasHidden = this.#hidden.has(event.id);
      if (this.shows(event) === wasHidden) changed.push(wasHidden ? event : event.removed());
    }
    return changed;
  }

  #sees({ userId, visibility }: StreamEvent, { gone = false } = {}): boolean {
    if (userId !== undefined) return userId === this.#user.userId;
    if (!visibility || this.#user.isAdmin || gone) return true;
    return isVisibleTo(visibility, this.#user.userId, (id) => this.#isMember(id));
  }

  #isMember(organizationId: string): boolean {
    const isMember = this.#members.get(organizationId);
    if (isMember === undefined) {
      // Not known yet: once access has been checked, `learn` reports the threads that become visible.
      this.#members.set(organizationId, false);
      this.#onUnknown();
    }
    return isMember ?? false;
  }
}

/** Organizations that threads of a document are private to. */
export function organizationsOf(feed: DocumentFeed): Set<string> {
  const ids = new Set<string>();
  for (const { event } of feed.items)
    if (event.visibility?.type === "organizationPrivate" && event.visibility.organizationId !== undefined)
      ids.add(event.visibility.organizationId);
  return ids;
}
