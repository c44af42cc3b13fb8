import { useState } from "react";
import { Button } from "../components/button.tsx";
import { JsonView } from "../components/json-view.tsx";
import { Notice } from "../components/notice.tsx";
import { useTexts } from "../texts/texts.tsx";
import type { FormValue } from "./form-value.ts";

interface ChangedMeanwhileProps {
  /** The fields that differ from what the form began with, as they are stored now. */
  stored: FormValue;
  /** Saves what the form holds all the same. */
  onAgree: () => void;
}

/** Says that somebody has changed a record since its form was opened, and asks what to do. */
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
