/** The API key has no auth token by which its data could be read. */
export class NoAuthToken extends Error {
  override readonly name = "NoAuthToken";

  constructor(apiKey: string) {
    super(`The API key ${apiKey} has no auth token.`);
  }
}
