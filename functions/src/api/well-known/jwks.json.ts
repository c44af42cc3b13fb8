import * as z from "zod";
import { JWKS_HEADERS } from "#domain/tokens/signing-keys";
import { jsonResponse, page } from "#http/page/declaration";

/** Public keys as JSON Web Keys (RFC 7517). A new key is listed for ten minutes before it signs. */
const Jwks = z.object({
  keys: z.array(
    z.object({
      kty: z.literal("OKP"),
      crv: z.literal("Ed25519"),
      x: z.string(),
      kid: z.string().describe("Identifies the key in the header of a token."),
      alg: z.literal("EdDSA"),
      use: z.literal("sig"),
    }),
  ),
});

const x = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";

export default page({
  path: "/.well-known/jwks.json",
  summary: "Get the public keys that verify user tokens.",
  json: {
    output: Jwks,
    example: { keys: [{ kty: "OKP", crv: "Ed25519", x, kid: "key-1", alg: "EdDSA", use: "sig" }] },
  },
  instance: { name: "jwks" },
  answer: async ({ context }) => jsonResponse((await context()).userTokenKeys().jwks, JWKS_HEADERS),
});
