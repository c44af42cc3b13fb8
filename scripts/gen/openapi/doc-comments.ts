/** The comments of a source file about one constant. */
export interface DocumentedConstant {
  description?: string | undefined;
  /** Comments of its fields, including fields of spread constants in the same file. */
  fields: Map<string, string>;
}

/**
 * Reads the doc comments of a source file, so that code and documentation share their descriptions. Requires formatted
 * code: an export starts its line, and each field has a line of its own.
 * @returns the comments by name of the constant; `default` for the default export.
 */
export function docComments(source: string): Map<string, DocumentedConstant> {
  const constants = new Map<string, DocumentedConstant>();
  let comment: string | undefined;
  let current: DocumentedConstant = { fields: new Map() };
  for (const [text] of source.matchAll(/^[ \t]*\/\*\*[\s\S]*?\*\/|^.+$/gm)) {
    if (text.trimStart().startsWith("/**")) {
      comment = plainText(text);
      continue;
    }
    const constant = /^(?:export )?const (\w+)|^export (default)/.exec(text);
    const field = /^\s+(?:get )?(\w+)[:(]/.exec(text)?.[1];
    const spread = /^\s+\.\.\.(\w+)/.exec(text)?.[1];
    if (constant) {
      current = { description: comment, fields: new Map() };
      constants.set(constant[1] ?? "default", current);
    } else if (spread) inherit(current, constants.get(spread));
    else if (field && comment && !current.fields.has(field)) current.fields.set(field, comment);
    // Fields on the line of the constant: `z.object({ ...status, color })`.
    for (const [, name = ""] of constant ? text.matchAll(/\.\.\.(\w+)/g) : []) inherit(current, constants.get(name));
    if (text.trim() !== "") comment = undefined;
  }
  return constants;
}

function inherit(constant: DocumentedConstant, from: DocumentedConstant | undefined): void {
  for (const [name, text] of from?.fields ?? []) if (!constant.fields.has(name)) constant.fields.set(name, text);
}

/** The comment without its delimiters, tags and references to other texts. */
function plainText(comment: string): string {
  return comment
    .replaceAll(/^\s*\/?\*+\/?|\*\/$/gm, "")
    .replace(/@\w[\s\S]*$/, "")
    .replaceAll(/ ?\(docs\/behaviour\.md#[\w-]+\)/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
