import { PassThrough } from "node:stream";
import { expect, test } from "@jest/globals";
import { askPassphrase } from "./ask-passphrase.ts";

/** Asks on a terminal where this is typed, one key at a time or all at once. @returns the answer and what was shown. */
async function ask(keystrokes: readonly string[], isNew: boolean) {
  const input = new PassThrough();
  let output = "";
  const questions = {
    write: (text: string | Uint8Array) => {
      output += String(text);
      return true;
    },
  };
  const answer = askPassphrase({ isNew }, { input, questions }).then(
    (secret) => secret,
    (error: Error) => error.message,
  );
  for (const text of keystrokes) input.write(text);
  return { answer: await answer, shown: output };
}

const good = "correct horse battery";
const secret = { kind: "passphrase", text: good };

test("a new passphrase is asked for twice, an existing one once, and neither is shown", async () => {
  const twice = await ask([...good, "\r", ...good, "\r"], true);
  expect(twice).toStrictEqual({ answer: secret, shown: "Passphrase: \nThe same again: \n" });
  expect(await ask([...good, "\r"], false)).toStrictEqual({ answer: secret, shown: "Passphrase: \n" });
});

test("both lines may be pasted at once", async () => {
  expect((await ask([`${good}\n${good}\n`], true)).answer).toStrictEqual(secret);
});

test("a passphrase that is mistyped, too short, empty or not finished is refused with the reason, and nothing is done", async () => {
  const different = "The two passphrases differ. Nothing was done.";
  const nothing = "No passphrase was typed. Nothing was done.";
  expect((await ask([`${good}\r`, `${good}x\r`], true)).answer).toBe(different);
  expect((await ask([`${good}\r`, "\r"], true)).answer).toBe(different);
  expect((await ask(["1234567\r"], true)).answer).toMatch(/is too short: it must have at least 8 characters/);
  for (const isNew of [true, false])
    for (const keys of ["\r", "\x03", "\x04"]) expect((await ask([keys], isNew)).answer).toBe(nothing);
  expect((await ask([`${good}\r`, "\x03"], true)).answer).toBe(nothing);
});
