import { Notice } from "../../components/notice.tsx";
import { useTexts } from "../../texts/texts.tsx";

/** Says that the session is read-only. */
export function ReadOnlyNotice() {
  const { common } = useTexts();
  return (
    <Notice kind="plain" title={common.mayOnlyRead}>
      {common.mayOnlyReadHelp}
    </Notice>
  );
}
