/** The awareness state of one client of an editor. */
export interface ClientState {
  /** Yjs client id. */
  client: number;
  /** Undefined: the client has left. */
  state: Record<string, unknown> | undefined;
}

/** Decodes a base64 awareness update of y-protocols. If bytes are malformed, it returns the entries before them. */
export function readAwareness(base64: string): ClientState[] {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const states: ClientState[] = [];
  let at = 0;
  const number = () => {
    let value = 0;
    for (let factor = 1; at < bytes.length; factor *= 128) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) break;
    }
    return value;
  };
  for (let clientsLeft = number(); clientsLeft > 0 && at < bytes.length; clientsLeft--) {
    const client = number();
    number();
    const length = number();
    const text = new TextDecoder().decode(bytes.subarray(at, at + length));
    at += length;
    states.push({ client, state: stateIn(text) });
  }
  return states;
}

function stateIn(text: string): ClientState["state"] {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}
