import { OwnerEmail } from "@atrium/functions/domain/workspaces/workspace";
import { InvalidArgumentError } from "commander";

/** Checks an option that is an e-mail address. */
export function checkEmail(text: string): string {
  if (!OwnerEmail.safeParse(text).success) throw new InvalidArgumentError("It is not an e-mail address.");
  return text;
}
