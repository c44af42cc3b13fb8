import type { Options, Outcome, Throughput } from "./figure.ts";
import { measure, type Subject } from "./measure.ts";
import { type Server, startFloor, startProduct } from "./server-process.ts";
import { type Filling, makeTenant } from "./tenant.ts";

/** The organization of every write and read benchmark: ten thousand users and documents. */
export const ORGANIZATION: Filling = { organizationId: "everyday", documents: 10_000, users: 10_000 };

/** The request body of the floor. */
export const userBody = {
  data: {
    organizationId: ORGANIZATION.organizationId,
    users: [
      {
        userId: "new-user-########",
        name: "Ada Lovelace",
        email: "new-user-########@example.com",
        initial: "A",
        avatar: "https://example.com/avatars/########.png",
      },
    ],
  },
};

/** An endpoint of the product that is compared with a route of the floor. */
export interface Comparison {
  path: string;
  body: unknown;
  /** Ids are random numbers below this one; without it they count up and never repeat. */
  among?: number;
  floor: "/insert" | "/echo";
  /** Content of the organization. Default: `ORGANIZATION`. */
  filling?: Filling;
}

/** Measures both alternately. `isMet` judges the product's median and its ratio to the floor's. */
export async function compare(
  options: Options,
  { path, body, among, floor, filling = ORGANIZATION }: Comparison,
  isMet: (product: Throughput, ratio: number) => boolean,
): Promise<Outcome> {
  const tenant = await makeTenant(filling);
  const servers: Server[] = [];
  try {
    const product = await startProduct(tenant.folder);
    servers.push(product);
    const beside = await startFloor();
    servers.push(beside);
    const subject: Subject = {
      server: product,
      path,
      headers: tenant.headers,
      body,
      ...(among !== undefined && { among }),
    };
    const least: Subject = {
      server: beside,
      path: floor,
      headers: { "content-type": "application/json" },
      body: userBody,
    };
    const [productThroughput, floorThroughput] = await measure(options, subject, least);
    const ratio = productThroughput.requestsPerSecond / floorThroughput.requestsPerSecond;
    return { product: productThroughput, floor: floorThroughput, ratio, met: isMet(productThroughput, ratio) };
  } finally {
    for (const server of servers) await server.stop();
  }
}

/** Minimum ratio to the floor. */
const LEAST_RATIO = 0.5;
/** Maximum p99 of a write, in ms. */
const LONGEST_P99 = 15;
/** Reads per second that suffice, whatever the floor reaches. */
const ENOUGH_READS = 20_000;

/** The target of writes. */
export const writeTarget = {
  target: `≥ ${LEAST_RATIO} of the floor, p99 < ${LONGEST_P99} ms`,
  isMet: (product: Throughput, ratio: number) => ratio >= LEAST_RATIO && (product.p99 ?? Number.NaN) < LONGEST_P99,
};

/** The target of reads. */
export const readTarget = {
  target: `≥ ${ENOUGH_READS}/s or ${LEAST_RATIO} of echo`,
  isMet: (product: Throughput, ratio: number) => product.requestsPerSecond >= ENOUGH_READS || ratio >= LEAST_RATIO,
};
