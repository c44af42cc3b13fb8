import { InvalidArgumentError } from "commander";
import * as z from "zod";

const Email = z.email().max(320);

/** Checks an option that is an e-mail address. */
export function checkEmail(text: string): string {
  if (!Email.safeParse(text).success) throw new InvalidArgumentError("It is not an e-mail address.");
  return text;
}
