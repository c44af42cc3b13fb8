import { useId } from "react";
import { useLanguage } from "../texts/texts.tsx";

/** The progress of a long operation. @param total 0 while it is not known yet. */
export function Progress({ label, done, total }: { label: string; done: number; total: number }) {
  const id = useId();
  const { format } = new Intl.NumberFormat(useLanguage().language);
  return (
    <div className="progress">
      <label htmlFor={id}>{label}</label>
      <progress id={id} value={total === 0 ? undefined : done} max={Math.max(total, 1)} />
      {total > 0 && (
        <span>
          {format(done)} / {format(total)}
        </span>
      )}
    </div>
  );
}
