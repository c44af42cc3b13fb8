import { CopyButton } from "./copy-button.tsx";

/** A text as it is, such as a program or the reply of another server. */
export function TextView({ text, label }: { text: string; label: string }) {
  return (
    <div className="json">
      <CopyButton text={text} />
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>{text}</code>
      </pre>
    </div>
  );
}
