import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { useSession } from "../session/session.tsx";
import { useTexts } from "../texts/texts.tsx";

/** Says once for all parts of a page that the session has ended, and leads to the page on which one logs in. */
export function EndedSession() {
  const { common } = useTexts();
  const { hasEnded, setEnded, logOut } = useSession();
  const close = () => setEnded(false);
  return (
    <Dialog isOpen={hasEnded} onClose={close} title={common.sessionEnded}>
      <p>{common.sessionEndedHelp}</p>
      <div className="actions">
        <Button onClick={close}>{common.close}</Button>
        <Button kind="primary" onClick={logOut}>
          {common.logInAgain}
        </Button>
      </div>
    </Dialog>
  );
}
