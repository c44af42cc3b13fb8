import { expect, test } from "@jest/globals";
import { docComments } from "./doc-comments.ts";

test("constants and their fields are described only by the doc comments before them", () => {
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
  expect([...comments.keys()]).toStrictEqual(["Folder", "Other"]);
  expect(comments.get("Folder")?.description).toBe("A folder.");
  expect([...(comments.get("Folder")?.fields ?? [])]).toStrictEqual([
    ["ancestors", "From `root` down, in order."],
    ["subFolders", "Its children."],
  ]);
  expect(comments.get("Other")).toStrictEqual({ description: undefined, fields: new Map() });
});

test("a shape inherits the comments of a spread shape, but its own take precedence", () => {
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
  expect(comments.get("Event")?.fields.get("length")).toBe("In minutes.");
  expect(comments.get("Event")?.fields.get("at")).toBe("In ms.");
  expect(comments.get("Short")?.fields.get("at")).toBe("In ms.");
});
