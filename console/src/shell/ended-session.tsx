import { useState } from "react";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Notice } from "../components/notice.tsx";
import { useSession } from "../session/session.tsx";
import { useTexts } from "../texts/texts.tsx";

/**
 * Says once for all parts of a page that the session has ended, and leads to the page on which one logs in. Who closes the dialog,
 * such as to copy what has been typed, finds the way above the page.
 */
export function EndedSession() {
  const { common } = useTexts();
  const { hasEnded, logOut } = useSession();
  const [isClosed, setClosed] = useState(false);
  const close = () => setClosed(true);
  const logIn = (
    <Button kind="primary" onClick={logOut}>
      {common.logInAgain}
    </Button>
  );
  if (hasEnded && isClosed)
    return (
      <Notice kind="bad" title={common.sessionEnded}>
        <p>{common.sessionEndedHelp}</p>
        {logIn}
      </Notice>
    );
  return (
    <Dialog isOpen={hasEnded} onClose={close} title={common.sessionEnded}>
      <p>{common.sessionEndedHelp}</p>
      <div className="actions">
        <Button onClick={close}>{common.close}</Button>
        {logIn}
      </div>
    </Dialog>
  );
}
