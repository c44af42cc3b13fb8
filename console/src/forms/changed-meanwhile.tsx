import { useState } from "react";
import { Button } from "../components/button.tsx";
import { JsonView } from "../components/json-view.tsx";
import { Notice } from "../components/notice.tsx";
import { useTexts } from "../texts/texts.tsx";
import type { FormValue } from "./form-value.ts";

interface ChangedMeanwhileProps {
  /** The stored values of the fields that have changed since the form was opened. */
  stored: FormValue;
  /** Saves the values of the form anyway. */
  onAgree: () => void;
}

/** Says that somebody has changed the record since its form was opened, and asks what to do. */
export function ChangedMeanwhile({ stored, onAgree }: ChangedMeanwhileProps) {
  const { common } = useTexts();
  const [isShown, setShown] = useState(false);
  return (
    <Notice kind="bad" title={common.meanwhile}>
      <p>{common.meanwhileHelp}</p>
      {isShown && <JsonView value={stored} label={common.json} />}
      <div className="actions">
        {!isShown && <Button onClick={() => setShown(true)}>{common.lookAtIt}</Button>}
        <Button kind="danger" onClick={onAgree}>
          {common.saveAllTheSame}
        </Button>
      </div>
    </Notice>
  );
}
