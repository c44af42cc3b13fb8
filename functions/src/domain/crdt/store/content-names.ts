import { ANYBODY } from "#platform/text/named-document";
import { addNamesInJsonText } from "#platform/text/named-people";
import type { HeavyWork } from "#src/heavy-work";

/** Most names that are kept of the content of an editor. */
const MOST = 400;

/** What the content of an editor calls people. Large content is read in another thread. @param content JSON text. */
export async function findNames(heavyWork: HeavyWork, content: string): Promise<string[]> {
  return heavyWork.isHeavy(content.length)
    ? heavyWork.run<string[]>("namesInContent", { content })
    : namesInContent({ content });
}

/** A task of the threads. */
export function namesInContent({ content }: { content: string }): string[] {
  const names = new Set<string>();
  addNamesInJsonText(content, names);
  return names.size > MOST ? [ANYBODY] : [...names];
}
