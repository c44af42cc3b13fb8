import type { ReactNode } from "react";
import { CopyButton } from "./copy-button.tsx";
import { ScrollRegion } from "./scroll-region.tsx";

interface TextViewProps {
  text: string;
  /** Names the text for screen readers. */
  label: string;
  /** The text as it is rendered. Default: the plain text. */
  children?: ReactNode;
}

/** A verbatim text, such as a program or another server's reply, with a button that copies it. */
export function TextView({ text, label, children }: TextViewProps) {
  return (
    <div className="json">
      <CopyButton text={text} />
      <ScrollRegion className="json-text" label={label}>
        <pre>
          <code>{children ?? text}</code>
        </pre>
      </ScrollRegion>
    </div>
  );
}
