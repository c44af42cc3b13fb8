import { useTexts } from "../texts/texts.tsx";

/** Shown while something is on its way. */
export function Loading() {
  return (
    <p className="loading" role="status">
      {useTexts().common.loading}
    </p>
  );
}
