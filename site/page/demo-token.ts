import type { Caller } from "../snippets/call.ts";
import { requestOf } from "./request.ts";
import type { Demo } from "./session.ts";

/** Signs a token for a user of the demo with the demo's API key. @returns an empty text if the server refuses. */
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
