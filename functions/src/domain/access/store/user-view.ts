import type { AccessDecision } from "#domain/access/decide-access";
import { type Place, placePath } from "#domain/organizations/store/organizations";
import type { KeyCall, UserCall } from "#src/call";
import type { Doc, DocData, StoreReader } from "#store/port";
import { decide } from "./user-decisions.ts";

/** Removes from a list the documents that the call may not show. */
export type Filter<T extends DocData> = (docs: Doc<T>[]) => Doc<T>[] | Promise<Doc<T>[]>;

/** Decides what the user of a call may see in lists. It caches its decisions, so each call needs its own. */
export class UserView {
  readonly #call: UserCall;
  readonly #reader: StoreReader;
  /** By path of the place. */
  readonly #decisions = new Map<string, AccessDecision>();

  constructor(call: UserCall, reader: StoreReader = call.store) {
    this.#call = call;
    this.#reader = reader;
  }

  /** Decisions about reading documents of an organization, by id. */
  async documents(organizationId: string, ids: Iterable<string>): Promise<(id: string) => AccessDecision> {
    const place = (documentId: string) => ({ organizationId, documentId });
    await this.#decide(Array.from(ids, place));
    return (id) => this.#decisionOf(place(id));
  }

  /** Whether the user has access to each of the organizations, by id. */
  async organizations(ids: Iterable<string>): Promise<(id: string) => boolean> {
    const place = (organizationId: string) => ({ organizationId });
    await this.#decide(Array.from(ids, place));
    return (id) => this.#decisionOf(place(id)).allowed;
  }

  /** Decisions about reading places, by place. */
  async places(places: readonly Place[]): Promise<(place: Place) => AccessDecision> {
    await this.#decide(places);
    return (place) => this.#decisionOf(place);
  }

  async #decide(places: readonly Place[]): Promise<void> {
    const byPath = new Map(places.map((place) => [placePath(this.#call, place), place]));
    const undecided = [...byPath].filter(([path]) => !this.#decisions.has(path));
    if (undecided.length === 0) return;
    const questions = undecided.map(([, place]) => ({ place, action: "read" as const }));
    const decisions = await decide(this.#call, questions, this.#reader);
    undecided.forEach(([path], i) => void this.#decisions.set(path, decisions[i] as AccessDecision));
  }

  #decisionOf(place: Place): AccessDecision {
    const decision = this.#decisions.get(placePath(this.#call, place));
    if (!decision) throw new Error("the access to this place has not been decided");
    return decision;
  }
}

/** The view of the user of a call; undefined for a call with an API key, which sees everything. */
export function viewOf(call: KeyCall, reader?: StoreReader): UserView | undefined {
  return isUserCall(call) ? new UserView(call, reader) : undefined;
}

/** A filter that removes items that belong to documents that the user of a call may not read. */
export function readableOnly<T extends DocData>(
  call: KeyCall,
  organizationId: string,
  documentIdOf: (doc: Doc<T>) => string,
): <U extends T>(docs: Doc<U>[]) => Doc<U>[] | Promise<Doc<U>[]> {
  const view = viewOf(call);
  if (!view) return (docs) => docs;
  return async <U extends T>(docs: Doc<U>[]) => {
    const decision = await view.documents(organizationId, docs.map(documentIdOf));
    return docs.filter((doc) => decision(documentIdOf(doc)).allowed);
  };
}

function isUserCall(call: KeyCall): call is UserCall {
  return call.user !== undefined;
}
