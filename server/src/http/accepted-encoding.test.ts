import { expect, test } from "@jest/globals";
import { acceptedEncoding } from "./accepted-encoding.ts";

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["GZIP", "gzip"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["br;q=0.0,gzip ; q=0", undefined],
  ["identity", undefined],
  ["brotli", undefined],
  [undefined, undefined],
])("for a client that accepts %p the best encoding is %p", (header, encoding) => {
  expect(acceptedEncoding(header, ["br", "gzip"])).toBe(encoding);
});
