import { addressOf, type Call } from "./call.ts";
import { json, literal } from "./literal.ts";

/** A call with curl, for a POSIX shell. */
export function curlSnippet(call: Call): string {
  const headers = call.credentials.map(({ header, prefix, variable }) => `-H "${header}: ${prefix}$${variable}"`);
  const parts = [
    `curl ${call.isStream ? "-N -sS" : "-sS"} ${call.query ? quoted(addressOf(call)) : addressOf(call)}`,
    ...headers,
    ...(call.body === undefined
      ? []
      : ['-H "content-type: application/json"', `-d ${withExpansions(quoted(literal(call.body, json, 2)))}`]),
  ];
  return parts.join(" \\\n  ");
}

/** Closes the single quotes around a variable, so that the shell expands it. */
function withExpansions(argument: string): string {
  return argument.replace(/"(\$ATRIUM_\w+)"/g, `"'"$1"'"`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
