import type { Endpoint } from "@atrium/functions/http/endpoint";

/** `client/testing/declarations.ts`: by path the type of each declaration, which the list of endpoints does not tell. */
export function renderDeclarations(endpoints: readonly Endpoint[]): string {
  const names = endpoints.map((_, i) => `endpoint${i + 1}`);
  return `// Written by \`npm run gen\` from the list of endpoints.
${endpoints.map(({ path }, i) => `import type ${names[i]} from "@atrium/functions/api${path}";`).join("\n")}

/** The type of each declaration, by its path. */
export interface Declarations {
${endpoints.map(({ path }, i) => `  "${path}": typeof ${names[i]};`).join("\n")}
}
`;
}
