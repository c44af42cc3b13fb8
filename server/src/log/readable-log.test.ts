import { stripVTControlCharacters } from "node:util";
import { expect, test } from "@jest/globals";
import { readableLog } from "./readable-log.ts";

const readable = readableLog(false);
const time = "2026-01-05T09:00:00.000Z";
const request = {
  level: 30,
  time,
  requestId: "req_1",
  method: "POST",
  path: "/v2/users/get",
  status: 404,
  ip: "::1",
  ms: 3.2,
};

test("a request is one sentence that says what was refused, to whom, and why", () => {
  const error = { status: "NOT_FOUND", message: "Organization does not exist." };
  const line = readable(
    JSON.stringify({ ...request, apiKeyId: "ak_1", userId: "ada", reads: 3, error, message: "request" }),
  );
  expect(line).toMatch(
    /^\[\d\d:\d\d:\d\d\] INFO: POST \/v2\/users\/get 404 in 3\.2 ms, NOT_FOUND: Organization does not exist\. \(ak_1, user ada\)\n$/,
  );
  const byConsole = readable(JSON.stringify({ ...request, apiKeyId: "ak_1", via: "session", message: "request" }));
  expect(byConsole).toMatch(/404 in 3\.2 ms \(ak_1, session\)\n$/);
});

test("other lines have their fields after the message, on one line", () => {
  const fields = { endpointId: "ep_1", status: 503, nextAttemptAt: time };
  const line = readable(JSON.stringify({ level: 40, time, ...fields, message: "delivery failed; it is tried again" }));
  expect(line).toMatch(
    /WARN: delivery failed; it is tried again \{"endpointId":"ep_1","status":503,"nextAttemptAt":"[^"]+"\}\n$/,
  );
});

test("nothing that a caller sends moves the cursor, and lines that are not JSON stay unchanged", () => {
  const line = readable(JSON.stringify({ ...request, userId: "a\u001b[2Jb\nc\u009b", message: "request" }));
  expect(stripVTControlCharacters(line)).toBe(line);
  expect(line.trimEnd().split("\n").length).toBe(1);
  expect(readable("not JSON\n")).toBe("not JSON\n");
});

test("characters that change the text direction, break lines or are invisible are shown as replacement characters", () => {
  const userId = "a\u202eb\u2028c\u2029d\u200be\u2066f\ufeffg\u00adh";
  expect(readable(JSON.stringify({ ...request, userId, message: "request" }))).toContain("user a�b�c�d�e�f�g�h");
  const err = { type: "Error", message: "it\u202e", stack: "Error: it\u202e\u001b[2J\n    at there" };
  const line = readable(JSON.stringify({ level: 50, time, err, message: "failed" }));
  for (const hidden of ["\u202e", "\u001b"]) expect(line).not.toContain(hidden);
  expect(line).toMatch(/at there/);
});

test("on a terminal the log has colours", () => {
  const line = JSON.stringify({ ...request, message: "request" });
  expect(stripVTControlCharacters(readableLog(true)(line))).toBe(readable(line));
});
