import { useState } from "react";
import { TextField } from "../components/fields/text-field.tsx";
import { useTexts } from "../texts/texts.tsx";
import { inRow } from "./help.ts";
import type { JsonFieldProps } from "./json-field.tsx";

/** A list of texts, one per line. Trailing empty lines are not entries, since typing a new entry starts with one. */
export function ListField({ hint, value, onChange, ...field }: JsonFieldProps) {
  const { common } = useTexts();
  const [text, setText] = useState(Array.isArray(value) ? value.join("\n") : "");
  const change = (next: string) => {
    setText(next);
    const lines = next.replace(/(^|\n)\s*$/, "");
    onChange(lines === "" ? undefined : lines.split("\n"));
  };
  return <TextField {...field} hint={inRow([hint, common.onePerLine])} isLong value={text} onChange={change} />;
}
