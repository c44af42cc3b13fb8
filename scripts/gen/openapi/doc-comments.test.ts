import assert from "node:assert/strict";
import { test } from "node:test";
import { docComments } from "./doc-comments.ts";

test("constants and their fields are described by the comments before them, and by nothing else", () => {
  const comments = docComments(`
/** A folder (docs/behaviour.md#folders). @throws Error never */
export const Folder = z.object({
  /** From \`root\` down,
   *  in order. */
  ancestors: z.array(z.string()),
  folderId: Id,
  // Not for readers.
  createdAt: z.number(),
  /** Its children. */
  get subFolders() {
    return z.array(Folder);
  },
});
const Other = z.string();
`);
  assert.deepEqual([...comments.keys()], ["Folder", "Other"]);
  assert.equal(comments.get("Folder")?.description, "A folder.");
  assert.deepEqual(
    [...(comments.get("Folder")?.fields ?? [])],
    [
      ["ancestors", "From `root` down, in order."],
      ["subFolders", "Its children."],
    ],
  );
  assert.deepEqual(comments.get("Other"), { description: undefined, fields: new Map() });
});

test("what a shape spreads brings its comments along, and its own come first", () => {
  const comments = docComments(`
const times = {
  /** In ms. */
  at: z.number(),
  /** In s. */
  length: z.number(),
};
export const Event = z.object({
  /** In minutes. */
  length: z.number(),
  ...times,
});
export const Short = z.object({ ...times, id: Id });
`);
  assert.equal(comments.get("Event")?.fields.get("length"), "In minutes.");
  assert.equal(comments.get("Event")?.fields.get("at"), "In ms.");
  assert.equal(comments.get("Short")?.fields.get("at"), "In ms.");
});
