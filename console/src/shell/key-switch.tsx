import { useId } from "react";
import { useChooseKey, useCurrentKey } from "../session/current-key.ts";
import { useTexts } from "../texts/texts.tsx";

/** Chooses the API key whose data the pages show. */
export function KeySwitch() {
  const { common, keys: texts } = useTexts();
  const { keys, apiKey } = useCurrentKey();
  const choose = useChooseKey();
  const id = useId();
  return (
    <div className="key-switch">
      <label htmlFor={id} className="hidden">
        {common.apiKey}
      </label>
      <select id={id} value={apiKey ?? ""} onChange={({ target }) => choose(target.value)} disabled={!keys?.length}>
        {!apiKey && <option value="">{common.noKey}</option>}
        {keys?.map((key) => (
          <option key={key.id} value={key.id}>
            {key.apiKeyName || key.id} · {texts.types[key.type]}
          </option>
        ))}
      </select>
    </div>
  );
}
