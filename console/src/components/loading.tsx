import { useTexts } from "../texts/texts.tsx";

/** Shown while something is being loaded. */
export function Loading() {
  return (
    <p className="loading" role="status">
      {useTexts().common.loading}
    </p>
  );
}
