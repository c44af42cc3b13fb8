import type { KeyCall } from "#src/context";
import { type StoredCrdt, toInline } from "#store/crdt";
import { newCrdt } from "#store/crdt-changes";
import { documentPath } from "#store/organizations";
import { toPath } from "#store/paths";
import type { Write } from "#store/port";

/** Editor data that examples name. `mark` stands in every free text. */
export function crdt(call: KeyCall, mark: string): Write[] {
  let client = 0;
  const editor = (editorId: string, content: Parameters<typeof newCrdt>[0]): Write => ({
    op: "create",
    path: `${documentPath(call, "acme", "homepage")}/${toPath("crdt", editorId)}`,
    data: toInline(call, newCrdt(content, ++client)) as StoredCrdt,
  });
  return [
    editor("title", { type: "text", contentKey: "content", data: `Welcome${mark}` }),
    editor("colours", { type: "map", contentKey: "content", data: { accent: `teal${mark}`, shades: [1, [2, 3]] } }),
    editor("menu", { type: "array", contentKey: "content", data: [`Home${mark}`, { label: `About${mark}` }] }),
    editor("body", {
      type: "xml",
      contentKey: "default",
      data: `<paragraph align="left">Hello${mark} <bold>world</bold></paragraph>`,
    }),
  ];
}
