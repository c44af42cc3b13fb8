import { type ReactNode, useState, useSyncExternalStore } from "react";
import { useTexts } from "../texts/texts.tsx";

/** The filters of a list. On a narrow screen they are collapsed, so that the list is in view. */
export function Filters({ children }: { children: ReactNode }) {
  const { common } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const isWide = useSyncExternalStore(watchWidth, () => matchMedia(WIDE).matches);
  return (
    <details
      className="filters-fold"
      open={isWide || isOpen}
      onToggle={({ currentTarget }) => !isWide && setOpen(currentTarget.open)}
    >
      <summary>{common.filters}</summary>
      <div className="filters">{children}</div>
    </details>
  );
}

const WIDE = "(width > 48rem)";

function watchWidth(onChange: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}
