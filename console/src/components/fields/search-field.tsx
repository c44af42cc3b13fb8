import { useEffect, useState } from "react";
import { TextField } from "./text-field.tsx";

interface SearchFieldProps {
  label: string;
  value: string;
  /** Called when the person has stopped typing for a moment. */
  onChange: (value: string) => void;
  /** What the field accepts, in a few words. */
  hint?: string;
  /** Why the value is ignored. */
  issue?: string | undefined;
  /** Suggested values, each with its meaning. */
  suggestions?: readonly (readonly [value: string, label: string])[] | undefined;
}

/** Debounce time after the last key stroke, ms. */
const PAUSE = 250;

/** A search field. */
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
