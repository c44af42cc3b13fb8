import { isAtriumError } from "@atrium/client";
import { ErrorPanel } from "../components/error-panel.tsx";
import { Notice } from "../components/notice.tsx";
import { useTexts } from "../texts/texts.tsx";

/** Why logging in with a workspace's id and token failed. */
export function LoginFailure({ error }: { error: Error }) {
  const { login } = useTexts();
  if (isAtriumError(error, "UNAUTHENTICATED") || isAtriumError(error, "INVALID_ARGUMENT"))
    return (
      <Notice kind="bad" title={login.wrong}>
        {login.wrongHelp}
      </Notice>
    );
  return <ErrorPanel error={error} />;
}
