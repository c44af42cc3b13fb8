import type { ReactNode } from "react";

interface NoticeProps {
  kind: "plain" | "good" | "bad";
  title: string;
  children?: ReactNode;
}

/** A message in a box: why nothing is shown, what went wrong, or that something succeeded. */
export function Notice({ kind, title, children }: NoticeProps) {
  return (
    <div className={`notice notice-${kind}`} role={kind === "bad" ? "alert" : "status"}>
      <strong>{title}</strong>
      {children !== undefined && <div>{children}</div>}
    </div>
  );
}
