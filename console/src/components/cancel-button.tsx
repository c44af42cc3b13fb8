import { use } from "react";
import { useTexts } from "../texts/texts.tsx";
import { Button } from "./button.tsx";
import { DialogContext } from "./dialog.tsx";

/** Closes the dialog around a form as Escape does: it asks first if something typed would be lost. */
export function CancelButton() {
  const { common } = useTexts();
  const dialog = use(DialogContext);
  return <Button onClick={dialog?.leave}>{common.cancel}</Button>;
}
