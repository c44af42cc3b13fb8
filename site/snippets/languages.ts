import type { Call } from "./call.ts";
import { clientSnippet } from "./client.ts";
import { curlSnippet } from "./curl.ts";
import { pythonSnippet } from "./python.ts";

/** The languages in which the documentation shows calls. */
export const languages = [
  { id: "ts", name: "@atrium/client", write: clientSnippet },
  { id: "sh", name: "curl", write: curlSnippet },
  { id: "py", name: "Python", write: pythonSnippet },
] as const satisfies { id: string; name: string; write: (call: Call) => string }[];
