// Who has the text open: each window announces its user in its awareness state.
import type { Awareness } from "y-protocols/awareness";
import { element, item } from "./elements.ts";
import type { Person } from "./session.ts";
import { keepDrawable } from "./states.ts";

/** Colours of cursors, in the order of the people. */
const colours = ["#2457d6", "#c05621"];

/** Announces the user of this window to the others, and shows who is here. */
export function showPeople(awareness: Awareness, people: readonly Person[], me: Person): void {
  keepDrawable(awareness);
  const color = colours[people.indexOf(me) % colours.length];
  // Yjs bindings draw cursors from these fields.
  awareness.setLocalStateField("user", { name: me.name, color, colorLight: `${color}33` });

  function show(): void {
    const users = [...awareness.getStates().values()].flatMap(({ user }) => (user ? [user] : []));
    const byName = new Map(users.map(({ name, color }) => [String(name), String(color)]));
    const entries = [...byName].sort().map(([name, color]) => {
      const entry = item(name === me.name ? `${name} (you)` : name);
      entry.style.setProperty("--color", color);
      return entry;
    });
    element("people").replaceChildren(...entries);
  }

  awareness.on("change", show);
  show();
}
