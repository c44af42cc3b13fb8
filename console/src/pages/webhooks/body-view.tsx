import { JsonView } from "../../components/json-view.tsx";
import { TextView } from "../../components/text-view.tsx";

/** The body of a message, formatted if it is JSON, otherwise verbatim. */
export function BodyView({ text, label }: { text: string; label: string }) {
  const value = parseJson(text);
  return value === undefined ? <TextView text={text} label={label} /> : <JsonView value={value} label={label} />;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
