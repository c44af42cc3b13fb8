import { InvalidArgumentError, Option } from "commander";

/** The option `--url`: the address with which a command builds its link. */
export function urlOption(): Option {
  return new Option(
    "--url <address>",
    "the server as the browser reaches it, such as https://atrium.example.com (default: its ATRIUM_PUBLIC_URL, else where it listens)",
  ).argParser(serverOrigin);
}

/** Reads the address of a server. Its pages load their files by absolute paths, so everything after the host is dropped. */
function serverOrigin(value: string): string {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new InvalidArgumentError("It is not an http or https address.");
  return new URL(value).origin;
}
