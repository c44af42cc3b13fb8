import { createRequire } from "node:module";

/** The calls of `google.firestore.v1.Firestore` that the client makes, and whether they return streams. */
export const methods = {
  batchGetDocuments: { streams: true },
  runQuery: { streams: true },
  runAggregationQuery: { streams: true },
  commit: { streams: false },
  batchWrite: { streams: false },
  rollback: { streams: false },
} as const;

export type Method = keyof typeof methods;

/** How a call fails. */
export interface GrpcStatus {
  code: number;
  details?: string;
  /** Seconds in a `RetryInfo` of the trailers. */
  retryDelay?: number;
}

/** The messages of a response; fails with a `GrpcStatus`. */
export type Reply = AsyncGenerator<object>;

/** Largest request in bytes. */
const MAX_REQUEST = 10 * 1024 * 1024;
/** Loads the protos of the client. */
const load = createRequire(createRequire(import.meta.url).resolve("@google-cloud/firestore"));

/** Serves the protocol on a free local port. */
export async function serveFirestore(
  answer: (method: Method, request: object) => Reply,
): Promise<{ address: string; close(): Promise<void> }> {
  const { grpc, protobuf } = load("google-gax");
  const root = protobuf.Root.fromJSON(load("@google-cloud/firestore-api/build/protos/protos.json"));
  const run = async (call: Call, reply: Reply) => {
    try {
      for await (const message of reply) call.write(message);
      call.end();
    } catch (error) {
      const { code, details = String(error), retryDelay } = error as GrpcStatus;
      const metadata = new grpc.Metadata();
      if (retryDelay !== undefined)
        metadata.set("grpc-status-details-bin", retryInfo(protobuf.Writer, code, retryDelay));
      call.emit("error", { code, details, metadata });
    }
  };

  const definition: Record<string, object> = {};
  const handlers: Record<string, (call: Call) => void> = {};
  for (const method of Object.keys(methods) as Method[]) {
    const name = method.charAt(0).toUpperCase() + method.slice(1);
    const remote = root.lookupService("google.firestore.v1.Firestore").methods[name].resolve();
    definition[method] = {
      path: `/google.firestore.v1.Firestore/${name}`,
      requestStream: false,
      // On the wire a single response is a stream of one message.
      responseStream: true,
      requestDeserialize: (bytes: Uint8Array) => read(remote.resolvedRequestType, bytes),
      responseSerialize: (message: object) => write(remote.resolvedResponseType, message),
    };
    handlers[method] = (call) => void run(call, answer(method, call.request));
  }

  const server = new grpc.Server({ "grpc.max_receive_message_length": MAX_REQUEST });
  server.addService(definition, handlers);
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error: Error | null, bound: number) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  return { address: `127.0.0.1:${port}`, close: async () => server.forceShutdown() };
}

interface Call {
  request: object;
  write(message: object): void;
  end(): void;
  emit(event: "error", status: object): void;
}

interface MessageType {
  decode(bytes: Uint8Array): object;
  toObject(message: object, options: object): object;
  fromObject(value: object): object;
  encode(message: object): { finish(): Uint8Array };
}

function read(type: MessageType, bytes: Uint8Array): object {
  return type.toObject(type.decode(bytes), { longs: String, enums: String, bytes: Buffer, oneofs: true });
}

function write(type: MessageType, message: object): Buffer {
  return Buffer.from(type.encode(type.fromObject(message)).finish());
}

interface Writer {
  uint32(tag: number): Writer;
  int32(value: number): Writer;
  string(value: string): Writer;
  bytes(value: Uint8Array): Writer;
  finish(): Uint8Array;
}

/** A `google.rpc.Status` that holds a `google.rpc.RetryInfo`; the tags are `field number * 8 + wire type`. */
function retryInfo(writer: { create(): Writer }, code: number, seconds: number): Buffer {
  const duration = writer.create().uint32(8).int32(seconds).finish();
  const info = writer.create().uint32(10).bytes(duration).finish();
  const any = writer.create().uint32(10).string("type.googleapis.com/google.rpc.RetryInfo").uint32(18).bytes(info);
  return Buffer.from(writer.create().uint32(8).int32(code).uint32(26).bytes(any.finish()).finish());
}
