import { InvalidArgumentError } from "commander";

/** Reads the address of a server. Its pages load their files by paths from the root, so what follows the host is dropped. */
export function serverOrigin(value: string): string {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new InvalidArgumentError("It is not an http or https address.");
  return new URL(value).origin;
}
