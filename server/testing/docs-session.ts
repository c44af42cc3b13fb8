import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import type { Demo } from "../src/docs/demo.ts";

/** The reply of `/docs/session`. */
export interface SessionReply {
  status: number;
  headers: Headers;
  text: string;
}

/** Requests the session of a page with a code. */
export async function requestSession(url: string, code: unknown, path = "/docs/session"): Promise<SessionReply> {
  const response = await fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ data: { code } }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The demo that a code opens. */
export async function openSession(url: string, code: string): Promise<Demo> {
  const { status, text } = await requestSession(url, code);
  expectWithContext(status, text).toBe(200);
  return JSON.parse(text).result.data;
}
