import { useEffect, useState } from "react";
import { TextField } from "./text-field.tsx";

interface SearchFieldProps {
  label: string;
  value: string;
  /** Called when the person has stopped typing for a moment. */
  onChange: (value: string) => void;
  /** What it takes, in a few words. */
  hint?: string;
  /** Why the value is not used. */
  issue?: string | undefined;
  /** Values that it offers, each with what it means. */
  suggestions?: readonly (readonly [value: string, label: string])[] | undefined;
}

/** Time without a key stroke after which it searches, ms. */
const PAUSE = 250;

/** A text to look for. */
export function SearchField({ label, value, onChange, ...others }: SearchFieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return <TextField {...others} label={label} value={text} onChange={setText} type="search" />;
}
