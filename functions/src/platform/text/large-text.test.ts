import { expect, test } from "@jest/globals";
import { expectWithContext } from "#testing/harness/jest/context";
import { chunksOfText, encodeInChunks } from "./large-text.ts";

const texts = ["", "short é€😀", "x".repeat(600_000), "é€😀".repeat(300_000), `x${"😀".repeat(300_000)}`];

test("text is cut into bounded chunks between characters, and the chunks together are the text", async () => {
  for (const text of texts) {
    const chunks = [...chunksOfText(text)];
    expect(chunks.join("")).toBe(text);
    for (const chunk of chunks) {
      expect(chunk.length).toBeLessThanOrEqual(512 * 1024);
      expectWithContext(chunk.isWellFormed(), chunk.slice(-2)).toBe(true);
    }
    for (const whole of [text, chunks])
      expect(Buffer.concat(await encodeInChunks(whole)).equals(Buffer.from(text))).toBe(true);
  }
});
