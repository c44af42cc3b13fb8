/** Bytes of base64 or base64url. @throws when it is neither. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
}

/** Bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  let text = "";
  // The number of arguments of a call is limited.
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return btoa(text);
}
