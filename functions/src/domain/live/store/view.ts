import { isVisibleTo } from "#domain/comments/thread-visibility";
import type { StreamEvent } from "#domain/live/stream-events";
import type { CallingUser } from "#src/call";
import type { DocumentFeed } from "./document-feed.ts";

/** What one user may see of a document that it may read: all but threads of others, and notifications of others. */
export class StreamView {
  readonly #user: Pick<CallingUser, "userId" | "isAdmin">;
  readonly #onUnknown: () => void;
  /** Threads that are there and not shown to this user. */
  readonly #hidden = new Set<string>();
  /** Whether the user belongs to an organization, by id. */
  #members: Map<string, boolean>;

  /** @param onUnknown called when it matters whether the user belongs to an organization that nobody has asked about. */
  constructor(user: Pick<CallingUser, "userId" | "isAdmin">, members: Map<string, boolean>, onUnknown: () => void) {
    this.#user = user;
    this.#members = members;
    this.#onUnknown = onUnknown;
  }

  /** Organizations of which it matters whether the user belongs to them. */
  get organizationIds(): readonly string[] {
    return [...this.#members.keys()];
  }

  /** What this user is told of a change: that of a thread which it may not see any more is its removal. */
  told(event: StreamEvent, isNew: boolean): StreamEvent | undefined {
    const wasHidden = isNew || (event.kind === "comment" && this.#hidden.has(event.id));
    if (event.isRemoved) {
      if (event.kind === "comment") this.#hidden.delete(event.id);
      return wasHidden || !this.#sees(event, { gone: true }) ? undefined : event;
    }
    if (this.shows(event)) return event;
    return event.kind === "comment" && !wasHidden ? event.removed() : undefined;
  }

  /** Whether the user may see it; threads that it may not see are noted. */
  shows(event: StreamEvent): boolean {
    const sees = this.#sees(event);
    if (event.kind === "comment") {
      if (sees) this.#hidden.delete(event.id);
      else this.#hidden.add(event.id);
    }
    return sees;
  }

  /** Takes in what the user has turned out to belong to. @returns threads that are now shown, and removals of others. */
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
    const known = this.#members.get(organizationId);
    if (known === undefined) {
      // Not yet asked about: the check shows what it turns out to be.
      this.#members.set(organizationId, false);
      this.#onUnknown();
    }
    return known ?? false;
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
