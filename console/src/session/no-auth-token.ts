/** Thrown if the API key has no auth token with which its data could be read. */
export class NoAuthToken extends Error {
  override readonly name = "NoAuthToken";

  constructor(apiKey: string) {
    super(`The API key ${apiKey} has no auth token.`);
  }
}
