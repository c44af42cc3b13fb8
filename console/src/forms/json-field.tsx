import { useState } from "react";
import { TextField } from "../components/text-field.tsx";
import { useTexts } from "../texts/texts.tsx";

interface JsonFieldProps {
  label: string;
  hint?: string | undefined;
  isRequired?: boolean;
  /** Why it was refused. */
  issue?: string | undefined;
  value: unknown;
  /** Called with each valid value; undefined where the text is empty. */
  onChange: (value: unknown) => void;
}

/** A value of any shape, typed as JSON. */
export function JsonField({ label, hint, isRequired, issue, value, onChange }: JsonFieldProps) {
  const { common } = useTexts();
  const [text, setText] = useState(() => (value === undefined ? "" : JSON.stringify(value, null, 2)));
  const [isWrong, setWrong] = useState(false);
  const change = (next: string) => {
    setText(next);
    try {
      onChange(next.trim() === "" ? undefined : JSON.parse(next));
      setWrong(false);
    } catch {
      setWrong(true);
    }
  };
  return (
    <TextField
      label={label}
      hint={[hint, common.json].filter(Boolean).join(" · ")}
      isRequired={isRequired}
      issue={isWrong ? common.notJson : issue}
      isLong
      value={text}
      onChange={change}
    />
  );
}
