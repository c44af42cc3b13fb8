// In PowerShell, any quote of the same kind ends a string, straight or typographic.
const single = "'\u2018\u2019\u201a\u201b";
const double = '"\u201c\u201d\u201e';
const closing: Record<string, string> = { "(": ")", "{": "}" };

/** Syntax of other shells that PowerShell (7.3 or newer) reads differently. */
const foreign: [pattern: RegExp, problem: string][] = [
  [/\\\r?\n/y, "a backslash does not continue a line"],
  [/@(?!['"({\w])/y, "@ must be quoted"],
  [/<</y, "there are no here documents of this form"],
  [/</y, "there is no redirection of input"],
  [/(?<![&>])&(?=\s*(\n|$))/y, "& at the end of a line is no way to the background"],
];
const foreignCommand: [pattern: RegExp, problem: string][] = [
  [/(export|eval|source|unset|set)\s/y, "there is no such command"],
  [/\w+=\S*/y, "a variable is not set like this"],
];

/**
 * The places where PowerShell would misread a script, according to its rules for quotes, brackets and words.
 * @param isShared whether the text is also for other shells, without PowerShell's variables and backticks.
 */
export function powershellFaults(script: string, { isShared = false } = {}): string[] {
  const faults: string[] = [];
  const open: string[] = [];
  let isStart = true;
  const report = (at: number, problem: string) =>
    void faults.push(`line ${script.slice(0, at).split("\n").length}: ${problem}`);
  for (let at = 0; at < script.length; ) {
    const character = script[at] ?? "";
    for (const [pattern, problem] of isStart ? [...foreignCommand, ...foreign] : foreign) {
      pattern.lastIndex = at;
      if (pattern.test(script)) report(at, problem);
    }
    const quotes = [single, double].find((one) => one.includes(character));
    if (isShared && /[`$]/.test(character)) report(at, `other shells read ${character} in another way`);
    if (quotes) {
      const end = endOfString(script, at, quotes);
      if (end === undefined) report(at, "a string has no end");
      else if (/[^\s;|)}]/.test(script[end] ?? " ")) report(end, "a string ends here, in the middle of a word");
      if (isShared && quotes === double && /[`$]/.test(script.slice(at, end))) report(at, "other shells replace more");
      at = end ?? script.length;
    } else if (character === "#" && /^|\s/.test(script[at - 1] ?? "")) {
      at = (script.indexOf("\n", at) + script.length + 1) % (script.length + 1);
    } else {
      if (character in closing) open.push(closing[character] ?? "");
      if (/[)}]/.test(character) && open.pop() !== character) report(at, `${character} closes nothing`);
      // A backtick escapes the next character, including a line break.
      at += character === "`" ? 2 : 1;
    }
    isStart = /[\n;|{(]/.test(character) || (isStart && /\s/.test(character));
  }
  if (open.length > 0) faults.push(`${open.join(" ")} is missing`);
  return faults;
}

/** The position after a string; undefined if it has no end. A doubled quote is a literal quote. */
function endOfString(script: string, start: number, quotes: string): number | undefined {
  for (let at = start + 1; at < script.length; at++) {
    if (quotes === double && script[at] === "`") at++;
    else if (quotes.includes(script[at] ?? "\n")) {
      if (!quotes.includes(script[at + 1] ?? "\n")) return at + 1;
      at++;
    }
  }
  return undefined;
}
