/** First byte of a frame that contains a whole binary message. */
const BINARY = 0x82;
/** Longest lengths that fit into a frame's second byte, and into the two bytes after it; larger ones take eight bytes. */
const [MOST_IN_ONE, MOST_IN_TWO] = [125, 0xff_ff];
const [IN_TWO, IN_EIGHT] = [126, 127];

/** Joins frames for a single write. */
export function joined(frames: readonly Buffer[]): Buffer {
  const [first] = frames;
  return frames.length === 1 && first ? first : Buffer.concat(frames);
}

/** A binary message as a server sends it over a WebSocket (RFC 6455): one frame, neither masked nor compressed. */
export function webSocketFrame(message: Uint8Array): Buffer {
  const { length } = message;
  const start = length <= MOST_IN_ONE ? 2 : length <= MOST_IN_TWO ? 4 : 10;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = BINARY;
  frame[1] = start === 2 ? length : start === 4 ? IN_TWO : IN_EIGHT;
  if (start === 4) frame.writeUInt16BE(length, 2);
  if (start === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.set(message, start);
  return frame;
}
