/**
 * Reasons for INVALID_ARGUMENT that no schema can express: a request may be refused for them although the contract
 * allows it.
 */
export const allowedReasons: readonly { message: RegExp; why: string }[] = [
  { message: /pageToken|iterator/, why: "A page token belongs to one query." },
  { message: /Idempotency-Key/, why: "A key belongs to one body." },
  {
    message: /Did you mean|is not a field of this endpoint\.$/,
    why: "A name similar to that of a field is a mistake.",
  },
  {
    message: /as it was when this data was added|must not be the documentId|would be without|maxDepth reaches/,
    why: "It depends on stored data.",
  },
  { message: /must be in the future/, why: "It depends on the time." },
  {
    message: /data\.data .*XML|data\.data must be (well-formed|valid)/i,
    why: "JSON Schema can't describe the grammar of XML.",
  },
  {
    message: /must be (a Yjs update|a Yjs state vector|an awareness update)/,
    why: "JSON Schema can't describe Yjs' formats.",
  },
  { message: /public key|publicKey/, why: "Whether it is a valid key is a matter of mathematics." },
  { message: /is not the id \(`jti`\)/, why: "Each token is handled on its own, and the others are revoked." },
  { message: /readByUserIds together/, why: "The items of several lists are counted together." },
  { message: / uses \{/, why: "The variables of a template are in its text." },
  { message: /must not be larger than/, why: "The bytes of a whole body or content are counted." },
  { message: /custom fields/, why: "Their number and bytes are counted together." },
  {
    message:
      /key .* twice|must not nest deeper than 500|must be a number from|UTF-8 text|valid Unicode|the key "__proto__"/,
    why: "It is about the text of the JSON.",
  },
];
