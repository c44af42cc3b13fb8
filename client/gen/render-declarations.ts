import { filePath } from "@atrium/functions/http/aliases";

/** `client/testing/declarations.ts`: the type of each declaration by path, because the list of endpoints is untyped. */
export function renderDeclarations(endpoints: readonly { path: string; aliasOf?: string | undefined }[]): string {
  const files = [...new Set(endpoints.map(filePath))].sort();
  const nameOf = (file: string) => `endpoint${files.indexOf(file) + 1}`;
  return `// Written by \`npm run gen\` from the list of endpoints.
${files.map((file) => `import type ${nameOf(file)} from "@atrium/functions/api${file}";`).join("\n")}

/** The type of each declaration, by its path. */
export interface Declarations {
${endpoints.map((endpoint) => `  "${endpoint.path}": typeof ${nameOf(filePath(endpoint))};`).join("\n")}
}
`;
}
