import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from "react";

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className" | "children"> {
  children: ReactNode;
  /** `primary` is the main action of a form; `danger` can't be undone; `link` is for running text and tables. */
  kind?: "plain" | "primary" | "danger" | "link";
  /** Whether the action it started is still running; it can't be pressed again meanwhile. */
  isBusy?: boolean;
}

/** A button. */
export function Button({ kind = "plain", isBusy = false, disabled, type = "button", onClick, ...others }: ButtonProps) {
  const isIgnored = ({ detail }: MouseEvent) => isBusy || disabled || (type === "submit" && detail > 1);
  return (
    <button
      {...others}
      type={type}
      className={`button button-${kind}`}
      // `disabled` would take the focus from the button, and keyboard users would start again at the top of the page.
      aria-disabled={isBusy || disabled || undefined}
      aria-busy={isBusy || undefined}
      // The second click of a double click arrives before the page shows that the first one is being processed.
      onClick={(event) => (isIgnored(event) ? event.preventDefault() : onClick?.(event))}
    />
  );
}
