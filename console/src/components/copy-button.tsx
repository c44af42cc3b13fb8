import { useEffect, useState } from "react";
import { useTexts } from "../texts/texts.tsx";
import { Button } from "./button.tsx";

/** Copies a text, and confirms it for a moment. */
export function CopyButton({ text }: { text: string }) {
  const { common } = useTexts();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <Button kind="link" onClick={() => void copy()}>
      <span aria-live="polite">{isCopied ? common.copied : common.copy}</span>
    </Button>
  );
}
