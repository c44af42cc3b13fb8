import { useState } from "react";
import { useTexts } from "../texts/texts.tsx";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";

/** A secret that is hidden until the person reveals it. */
export function Secret({ value }: { value: string }) {
  const { common } = useTexts();
  const [isShown, setShown] = useState(false);
  return (
    <span className="secret">
      <code>{isShown ? value : `${value.slice(0, 3)}••••••••`}</code>
      <Button kind="link" onClick={() => setShown(!isShown)} aria-pressed={isShown}>
        {isShown ? common.hide : common.show}
      </Button>
      <CopyButton text={value} />
    </span>
  );
}
