// Mentions: typing `@` in a comment offers people, and the chosen person is tagged in the comment.
import type { CommentAnnotation } from "@atrium/client";
import { item } from "./elements.ts";
import type { Person } from "./session.ts";

type Comment = CommentAnnotation["comments"][number];

/** An `@` before the caret, followed by the beginning of a name or of one of its words. */
const BEGUN = /(?:^|\s)@([^@]*)$/;

/** The text of a mention. */
const nameTag = ({ name }: Person) => `@${name}`;

/** The tagged contacts for the people whom a text mentions. The service uses them in filters, events and notifications. */
export function mentionsIn(text: string, people: readonly Person[]) {
  return people
    .filter((person) => text.includes(nameTag(person)))
    .map((person) => ({
      userId: person.userId,
      text: nameTag(person),
      contact: { userId: person.userId, name: person.name },
    }));
}

/** The text of a comment, with its mentions highlighted. */
export function textOf({ commentText = "", taggedUserContacts = [] }: Comment): (string | HTMLElement)[] {
  let parts: (string | HTMLElement)[] = [commentText];
  for (const { text } of taggedUserContacts) if (text) parts = parts.flatMap((part) => markedIn(part, text));
  return parts;
}

function markedIn(part: string | HTMLElement, tag: string): (string | HTMLElement)[] {
  if (typeof part !== "string") return [part];
  return part.split(tag).flatMap((between, i) => (i === 0 ? [between] : [mention(tag), between]));
}

/** Whether one of the words of a name begins with this text, ignoring case and accents. */
function hasWord(name: string, begun: string): boolean {
  return ` ${foldCase(name)}`.includes(` ${foldCase(begun)}`);
}

function foldCase(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

function mention(tag: string): HTMLElement {
  return Object.assign(item(tag, "span"), { className: "mention" });
}

/**
 * Offers people while the user types `@` and a name into a multi-line field, and announces the list as WAI-ARIA allows.
 * The list can be used with the arrow keys, Enter, Tab and Escape, and by tapping.
 */
export function offerMentions(input: HTMLTextAreaElement, people: readonly Person[]): void {
  const list = Object.assign(item("", "ul"), { className: "mentions", id: crypto.randomUUID(), hidden: true });
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "People to mention");
  for (const [name, value] of Object.entries({
    "aria-autocomplete": "list",
    "aria-haspopup": "listbox",
    "aria-controls": list.id,
  }))
    input.setAttribute(name, value);
  // Placed outside the label, which would otherwise be read together with the offered names.
  (input.closest("label") ?? input).after(list);
  let offered: readonly Person[] = [];
  let active = 0;

  function offer(): void {
    const begun = BEGUN.exec(input.value.slice(0, input.selectionStart ?? 0))?.[1];
    offered = people.filter(({ name }) => begun !== undefined && hasWord(name, begun));
    active = 0;
    show();
  }

  function show(): void {
    list.hidden = offered.length === 0;
    list.replaceChildren(...offered.map(option));
    input.setAttribute("aria-activedescendant", list.children[active]?.id ?? "");
  }

  function option(person: Person, i: number): HTMLElement {
    const element = Object.assign(item(person.name), { id: `${list.id}-${i}` });
    element.setAttribute("role", "option");
    element.setAttribute("aria-selected", String(i === active));
    // The field keeps the focus, and a phone keeps its keyboard open.
    element.addEventListener("pointerdown", (event) => event.preventDefault());
    element.addEventListener("click", () => choose(person));
    return element;
  }

  function choose(person: Person): void {
    const caret = input.selectionStart ?? 0;
    const start = input.value.lastIndexOf("@", caret - 1);
    input.setRangeText(`${nameTag(person)} `, start, caret, "end");
    close();
  }

  function close(): void {
    offered = [];
    show();
  }

  input.addEventListener("input", offer);
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    const person = offered[active];
    if (!person || event.isComposing) return;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) {
      active = (active + step + offered.length) % offered.length;
      show();
    } else if (event.key === "Enter" || event.key === "Tab") choose(person);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
  });
  show();
}
