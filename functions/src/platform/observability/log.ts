/** Structured log: fields first, then a message. pino implements it, and so does the logger of Cloud Functions. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
