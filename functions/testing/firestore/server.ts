import type { Readable } from "node:stream";
import { memoryFirestore } from "./memory.ts";
import { type GrpcStatus, type Method, methods, type Reply, serveFirestore } from "./wire.ts";

/** A failure that the server returns instead of a response. */
interface Fault {
  /** What fails. */
  method: Method;
  status: GrpcStatus;
  /**
   * `before`: nothing is applied. `after`: it is applied, and the response is lost. `between`: only the first message of a
   * stream arrives. Default: before.
   */
  when?: "before" | "between" | "after";
  /** How many times. Default: once. */
  times?: number;
}

/** A request as it reached the server. */
interface ReceivedRequest {
  method: Method;
  // biome-ignore lint/suspicious/noExplicitAny: messages of every kind, as the protocol writes them.
  request: any;
}

/** A Firestore on a local port: databases in memory, one for each project that is named, with faults on demand. */
export interface FirestoreServer {
  /** `host:port`. */
  readonly address: string;
  /** All requests so far. */
  readonly requests: ReceivedRequest[];
  /** Adds a fault. Faults of the same method occur in the order added. */
  fail(fault: Fault): void;
  close(): Promise<void>;
}

/** The calls that the in-memory client makes instead of calls to a server. */
type Below = Record<Method, (request: object) => Promise<[object]> | Readable>;

/** Starts an empty server. */
export async function firestoreServer(): Promise<FirestoreServer> {
  const faults: Required<Fault>[] = [];
  const requests: ReceivedRequest[] = [];
  const databases = new Map<string, ReturnType<typeof memoryFirestore>>();

  async function* answer(method: Method, request: { database?: string; parent?: string }): Reply {
    requests.push({ method, request });
    const fault = faults.find((each) => each.method === method && each.times > 0);
    if (fault) fault.times--;
    if (fault?.when === "before") throw fault.status;
    const project = (request.database ?? request.parent ?? "").split("/")[1] ?? "";
    if (!databases.has(project)) databases.set(project, memoryFirestore(project));
    const database = await databases.get(project);
    let messages = 0;
    for await (const message of messagesOf((await database?.below()) as Below, method, request)) {
      if (fault?.when === "after") continue;
      if (fault && messages++ > 0) break;
      yield message;
    }
    if (fault) throw fault.status;
  }

  const { address, close } = await serveFirestore(answer);
  return {
    address,
    requests,
    fail: (fault) => void faults.push({ when: "before", times: 1, ...fault }),
    close,
  };
}

async function* messagesOf(below: Below, method: Method, request: object): AsyncGenerator<object> {
  const reply = below[method](request);
  if (methods[method].streams) yield* reply as Readable;
  else yield ((await reply) as [object])[0];
}
