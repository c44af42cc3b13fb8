import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The examples of the README as complete programs. The first example creates the client that the others use. */
export function readmePrograms(): { source: string; prints: string }[] {
  const readme = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");
  const blocks = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, source = ""]) => source);
  const client = /^const atrium = createClient\([\s\S]*?^\}\);$/m.exec(blocks[0] ?? "")?.[0] ?? "";
  return blocks.map((block) => {
    const makesOne = block.includes("const atrium");
    const imports =
      makesOne || /import \{[^}]*createClient/.test(block) ? "" : 'import { createClient } from "@atrium/client";\n';
    const prints = [...block.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, line]) => `${line}\n`).join("");
    // Imports are hoisted, so the code that creates the client may come before them.
    return { source: makesOne ? block : `${imports}${client}\n${block}\nexport {};\n`, prints };
  });
}
