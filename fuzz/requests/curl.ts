import type { FuzzRequest } from "./wire.ts";

/** The request as one shell command. */
export function curlOf(url: string, { method, path, headers, body, raw }: FuzzRequest): string {
  if (raw !== undefined)
    return `printf %b ${quoted(escaped(raw))} | nc ${url.replace("http://", "").replace(":", " ")}`;
  const options = headers.map(([name, value]) => `-H ${quoted(value === "" ? `${name};` : `${name}: ${value}`)}`);
  const verb = method === "POST" ? [] : method === "HEAD" ? ["--head"] : ["-X", method];
  const text = body.toString();
  const isText = Buffer.from(text).equals(body) && !/(?![\t\n])\p{Cc}/u.test(text);
  const parts = ["curl --path-as-is", ...verb, quoted(url + path), ...options];
  if (body.length === 0) return [...parts, ...(method === "POST" ? ["-d ''"] : [])].join(" ");
  if (isText) return [...parts, "--data-binary", quoted(text)].join(" ");
  return `echo ${body.toString("base64")} | base64 -d | ${[...parts, "--data-binary", "@-"].join(" ")}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function escaped(raw: string): string {
  return [...raw]
    .map((char) => (/[ -[\]-~]/.test(char) ? char : `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`))
    .join("");
}
