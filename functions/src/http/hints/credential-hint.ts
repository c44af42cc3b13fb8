import type { Auth } from "#http/endpoint";

type Headers = Record<string, string | string[] | undefined>;

/** What to send instead of missing or wrong credentials. The hint reveals nothing but the caller's own headers. */
export function credentialHint(headers: Headers, brand: string, auth: Auth): string {
  const apiKey = [`${brand}-api-key`, `${brand}-auth-token`] as const;
  const workspace = [`${brand}-workspace-id`, `${brand}-workspace-auth-token`] as const;
  const isKey = auth === "apiKey";
  const [idHeader, tokenHeader]: readonly [string, string] = isKey ? apiKey : workspace;
  const [id, token] = [textOf(headers[idHeader]), textOf(headers[tokenHeader])];
  const expected = isKey
    ? `the API key's id (ak_…) as ${idHeader} and one of its auth tokens (at_…) as ${tokenHeader}`
    : `the workspace's id (ws_…) as ${idHeader} and its auth token (wt_…) as ${tokenHeader}`;
  if (/^[aw]t_/.test(id) && /^(ak|ws)_/.test(token)) return `The two are swapped: send ${expected}.`;
  if (/^eyJ/.test(token)) return "A user token goes into `Authorization: Bearer <user token>`, alone.";
  if (id !== "" && token !== "")
    return isKey
      ? `Send ${expected}. POST /v2/workspace/authtokens/get, with the workspace's credentials, lists the tokens of a key.`
      : `Send ${expected}.`;
  if (isKey && workspace.some((name) => headers[name] !== undefined))
    return `This endpoint takes an API key, not the workspace's credentials: send ${expected}. POST /v2/workspace/apikeys/get lists the keys.`;
  if (!isKey && apiKey.some((name) => headers[name] !== undefined))
    return `This endpoint takes the workspace's credentials, not an API key: send ${expected}.`;
  const odd = Object.keys(headers).find(
    (name) =>
      /api-?_?key|auth-?_?token|workspace-?_?id|^authorization$/.test(name) &&
      headers[name] !== undefined &&
      ![idHeader, tokenHeader].includes(name),
  );
  return odd === undefined ? `Send ${expected}.` : `The header ${odd.slice(0, 60)} is not read here: send ${expected}.`;
}

function textOf(value: string | string[] | undefined): string {
  return typeof value === "string" ? value : "";
}
