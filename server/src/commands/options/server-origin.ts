import { InvalidArgumentError, Option } from "commander";

/** `--url`, with which a command makes its link. */
export function urlOption(): Option {
  return new Option(
    "--url <address>",
    "the server as the browser reaches it, such as https://atrium.example.com (default: its ATRIUM_PUBLIC_URL, else where it listens)",
  ).argParser(serverOrigin);
}

/** Reads the address of a server. Its pages load their files by paths from the root, so what follows the host is dropped. */
function serverOrigin(value: string): string {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new InvalidArgumentError("It is not an http or https address.");
  return new URL(value).origin;
}
