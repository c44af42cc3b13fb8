import { type ReactNode, useMemo } from "react";
import { TextView } from "./text-view.tsx";

/** Longest text that is coloured, in characters: a browser takes too long to lay out more parts. */
const COLOURED = 60_000;

/** A value as coloured JSON. */
export function JsonView({ value, label }: { value: unknown; label: string }) {
  const text = useMemo(() => JSON.stringify(value, null, 2) ?? "undefined", [value]);
  const parts = useMemo(() => (text.length > COLOURED ? text : [...coloured(text)]), [text]);
  return (
    <TextView text={text} label={label}>
      {parts}
    </TextView>
  );
}

/** The tokens of a JSON text, each with the class of its kind. */
function* coloured(text: string): Generator<ReactNode> {
  const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
  let end = 0;
  for (const match of text.matchAll(token)) {
    const [whole, quoted, colon = "", word] = match;
    yield text.slice(end, match.index);
    const kind = quoted === undefined ? (word ? "keyword" : "number") : colon ? "name" : "string";
    yield (
      <span key={match.index} className={`json-${kind}`}>
        {quoted ?? whole}
      </span>
    );
    yield colon;
    end = match.index + whole.length;
  }
  yield text.slice(end);
}
