import { addressOf, type Call } from "./call.ts";
import { literal, python } from "./literal.ts";

/** A call with Python's standard library. */
export function pythonSnippet(call: Call): string {
  const headers = call.credentials.map(
    ({ header, prefix, variable }) => `        "${header}": ${prefix && `"${prefix}" + `}os.environ["${variable}"],`,
  );
  const hasBody = call.body !== undefined;
  const lines = [
    `    "${addressOf(call)}",`,
    ...(hasBody ? [`    data=json.dumps(${literal(call.body, python, 4)}).encode(),`] : []),
    ...(hasBody || headers.length > 0
      ? ["    headers={", ...headers, ...(hasBody ? ['        "content-type": "application/json",'] : []), "    },"]
      : []),
  ];
  const imports = [
    ...(call.isStream ? [] : ["import json"]),
    ...(lines.some((line) => line.includes("os.environ")) ? ["import os"] : []),
    "import urllib.request",
  ];
  return `${imports.join("\n")}

request = urllib.request.Request(
${lines.join("\n")}
)
with urllib.request.urlopen(request) as reply:
${call.isStream ? "    for line in reply:\n        print(line.decode().rstrip())" : "    print(json.dumps(json.load(reply), indent=2))"}`;
}
