import { useEffect, useState } from "react";
import { TextField } from "./text-field.tsx";

interface SearchFieldProps {
  label: string;
  value: string;
  /** Called when the person has stopped typing for a moment. */
  onChange: (value: string) => void;
}

/** Time without a key stroke after which it searches, ms. */
const PAUSE = 250;

/** A text to look for. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return <TextField label={label} value={text} onChange={setText} type="search" />;
}
