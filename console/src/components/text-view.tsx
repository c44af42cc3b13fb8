import type { ReactNode } from "react";
import { CopyButton } from "./copy-button.tsx";
import { ScrollRegion } from "./scroll-region.tsx";

interface TextViewProps {
  text: string;
  /** Names it for those who do not see it. */
  label: string;
  /** The text as it is drawn. Default: as it is. */
  children?: ReactNode;
}

/** A text as it is, such as a program or the reply of another server, and a button that copies it. */
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
