/** The kind of a token; the style sheet has a class for each. */
export type Kind = "comment" | "string" | "keyword" | "number" | "variable" | "plain";

const keywords =
  "async|await|case|catch|const|else|export|for|from|function|if|import|in|instanceof|let|new|of|return|throw|try|as|def|except|print|raise|with|True|False|None|true|false|null|curl|echo|export";
const patterns: Record<string, RegExp> = {
  sh: /(?<comment>(?<=^|\s)#.*)|(?<variable>\$\w+|\$\{\w+\})|(?<keyword>\b(?:curl|eval|export|node|npm|npx|echo)\b)|(?<string>"(?:[^"\\$]|\\.)*")/gm,
  py: new RegExp(
    `(?<comment>#.*)|(?<string>f?"(?:[^"\\\\\\n]|\\\\.)*")|(?<keyword>\\b(?:${keywords})\\b)|(?<number>\\b\\d[\\d_.]*\\b)`,
    "g",
  ),
  ts: new RegExp(
    `(?<comment>//.*)|(?<string>"(?:[^"\\\\\\n]|\\\\.)*"|\`[^\`]*\`)|(?<keyword>\\b(?:${keywords})\\b)|(?<number>\\b\\d[\\d_.]*\\b)`,
    "g",
  ),
  json: /(?<variable>"(?:[^"\\\n]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\\n]|\\.)*")|(?<keyword>\b(?:true|false|null)\b)|(?<number>-?\b\d[\d.eE+-]*)/g,
};

/** Splits a program into tokens to colour. Joined, they are the whole program. */
export function partsOf(text: string, language: string): { kind: Kind; text: string }[] {
  const parts: { kind: Kind; text: string }[] = [];
  let end = 0;
  const pattern = patterns[language];
  for (const match of pattern ? text.matchAll(pattern) : []) {
    if (match.index > end) parts.push({ kind: "plain", text: text.slice(end, match.index) });
    const [kind = "plain"] = Object.entries(match.groups ?? {}).find(([, part]) => part !== undefined) ?? [];
    parts.push({ kind: kind as Kind, text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ kind: "plain", text: text.slice(end) });
  return parts;
}
