import type { Caller } from "../snippets/call.ts";
import type { Demo } from "./demo-call.ts";
import { requestOf } from "./request.ts";

/** Signs a token for a demo user with the demo's API key. @returns an empty string if the server refuses. */
export async function signUserToken({ credentials, names }: Demo, caller: Caller): Promise<string> {
  const userId = names.ada;
  const data = { userId, userProperties: { name: userId, email: userId }, permissions: { resources: [] } };
  const { url, init } = requestOf(location.origin, {
    method: "POST",
    path: "/v2/auth/generate_token",
    caller,
    values: credentials,
    body: JSON.stringify({ data }),
  });
  const { result } = await (await fetch(url, init)).json();
  return result?.data.token ?? "";
}

/** Restores deleted webhook endpoints of the demo, which no call can recreate under the same id. */
export async function restoreDemo({ credentials }: Demo, caller: Caller): Promise<void> {
  const call = { method: "POST", path: "/docs/demo", caller, values: credentials } as const;
  const { url, init } = requestOf(location.origin, call);
  await fetch(url, init);
}
