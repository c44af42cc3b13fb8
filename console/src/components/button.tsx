import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from "react";

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className" | "children"> {
  children: ReactNode;
  /** `primary` is the one thing that a form is for; `danger` can't be undone; `link` stands in running text or tables. */
  kind?: "plain" | "primary" | "danger" | "link";
  /** Whether what it started still runs: it can't be pressed again meanwhile. */
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
      // Browsers take the focus away from what becomes disabled: who uses the keyboard would begin again at the top of the page.
      aria-disabled={isBusy || disabled || undefined}
      aria-busy={isBusy || undefined}
      // The second click of a double one comes before the page shows that the first is being worked on.
      onClick={(event) => (isIgnored(event) ? event.preventDefault() : onClick?.(event))}
    />
  );
}
