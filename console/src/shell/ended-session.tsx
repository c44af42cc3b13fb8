import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { useSession } from "../session/session.tsx";
import { useTexts } from "../texts/texts.tsx";

/** Says once for all parts of a page that the session has ended, and leads to the page on which one signs in. */
export function EndedSession() {
  const { common } = useTexts();
  const { hasEnded, setEnded, signOut } = useSession();
  const close = () => setEnded(false);
  return (
    <Dialog isOpen={hasEnded} onClose={close} title={common.signedOut}>
      <p>{common.signedOutHelp}</p>
      <div className="actions">
        <Button onClick={close}>{common.close}</Button>
        <Button kind="primary" onClick={signOut}>
          {common.signInAgain}
        </Button>
      </div>
    </Dialog>
  );
}
