import type { ButtonHTMLAttributes, ReactNode } from "react";

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className" | "children"> {
  children: ReactNode;
  /** `primary` is the one thing that a form is for; `danger` can't be undone; `link` stands in running text or tables. */
  kind?: "plain" | "primary" | "danger" | "link";
  /** Whether what it started still runs: it can't be pressed again meanwhile. */
  isBusy?: boolean;
}

/** A button. */
export function Button({ kind = "plain", isBusy = false, type = "button", disabled, ...others }: ButtonProps) {
  return (
    <button
      {...others}
      type={type}
      className={`button button-${kind}`}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
    />
  );
}
