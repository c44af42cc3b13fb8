/** Reasons for INVALID_ARGUMENT that no schema can name: a request may be refused for them that the contract holds for valid. */
export const allowedReasons: readonly { message: RegExp; why: string }[] = [
  { message: /pageToken|iterator/, why: "A page token belongs to one query." },
  { message: /Idempotency-Key/, why: "A key belongs to one body." },
  { message: /Did you mean|is not a field of this endpoint\.$/, why: "A name nearly that of a field is a mistake." },
  {
    message: /as it was when this data was added|must not be the documentId|would be without|maxDepth reaches/,
    why: "It follows from what is stored.",
  },
  { message: /must be in the future/, why: "It follows from the time." },
  { message: /data\.data .*XML|data\.data must be (well-formed|valid)/i, why: "JSON Schema knows no grammar of XML." },
  {
    message: /must be (a Yjs update|a Yjs state vector|an awareness update)/,
    why: "JSON Schema knows no format of Yjs.",
  },
  { message: /public key|publicKey/, why: "Whether it is a key follows from mathematics." },
  { message: /is not the id \(`jti`\)/, why: "Each token is decided on its own, and the others are revoked." },
  { message: /readByUserIds together/, why: "The items of several lists are counted together." },
  { message: / uses \{/, why: "The variables of a template stand in its text." },
  { message: /must not be larger than/, why: "The bytes of a whole body or content are counted." },
  { message: /custom fields/, why: "Their number and bytes are counted together." },
  {
    message:
      /key .* twice|must not nest deeper than 500|must be a number from|UTF-8 text|valid Unicode|the key "__proto__"/,
    why: "It is about the text of the JSON.",
  },
];
