import { type ReactNode, use, useEffect, useId, useState } from "react";
import { TextField } from "../components/fields/text-field.tsx";
import { useTexts } from "../texts/texts.tsx";
import { inRow } from "./help.ts";
import { UnreadableFields } from "./unreadable-fields.ts";

export interface JsonFieldProps {
  label: string;
  hint?: ReactNode;
  isRequired?: boolean;
  /** Why the value was refused. */
  issue?: string | undefined;
  value: unknown;
  /** Called with each valid value; undefined if the text is empty. */
  onChange: (value: unknown) => void;
}

/** A value of any shape, typed as JSON. */
export function JsonField({ label, hint, isRequired, issue, value, onChange }: JsonFieldProps) {
  const { common } = useTexts();
  const [text, setText] = useState(() => (value === undefined ? "" : JSON.stringify(value, null, 2)));
  const [isWrong, setWrong] = useState(false);
  useUnreadable(isWrong);
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
      hint={inRow([hint, common.json])}
      isRequired={isRequired}
      issue={isWrong ? common.notJson : issue}
      isLong
      value={text}
      onChange={change}
    />
  );
}

/** Tells the surrounding form that the field's text can't be sent but must not be lost. */
function useUnreadable(isWrong: boolean): void {
  const id = useId();
  const tell = use(UnreadableFields);
  useEffect(() => {
    if (!isWrong) return;
    tell(id, true);
    return () => tell(id, false);
  }, [isWrong, id, tell]);
}
