/** Two invented endpoints, one that creates customers and one that lists them, with two files each. */
export const newEndpointFiles = {
  "functions/src/api/v2/customers/add.ts": `import * as z from "zod";
import { newOrganization, organizationPath } from "#domain/organizations/store/organizations";
import { endpoint } from "#http/endpoint";
import { Id } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/customers/add",
  auth: "apiKey",
  kind: "write",
  audit: false,
  summary: "Add a customer.",
  input: z.object({ customerId: Id, name: z.string().min(1) }),
  output: z.undefined(),
  cost: { reads: 0, writes: 1, trips: 1 },
  example: { customerId: "initech", name: "Initech" },
  async handle(call, { customerId, name }) {
    const data = newOrganization(call, { organizationName: name });
    await call.store.commit([{ op: "set", path: organizationPath(call, customerId), data }]);
    return { message: "Customer added." };
  },
});
`,
  "functions/src/api/v2/customers/add.test.ts": `import { expect, test } from "@jest/globals";
import { reading, testRoundTrip } from "#testing/harness/properties/round-trip";
import { world } from "#testing/harness/world";

const path = "/v2/customers/add";

test("/v2/customers/add adds a customer", async () => {
  const w = await world();
  const { message } = await w.ok(path, { customerId: "acme", name: "Acme" });
  expect(message).toBe("Customer added.");
});

testRoundTrip(path, "a customer", { id: "customerId", read: reading("/v2/customers/get", {}) });
`,
  "functions/src/api/v2/customers/get.ts": `import * as z from "zod";
import { organizationsPath, type StoredOrganization } from "#domain/organizations/store/organizations";
import { endpoint } from "#http/endpoint";
import { fromPageToken, toPageToken } from "#http/page-token";
import { Id, PageSize, PageToken } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/customers/get",
  alsoAt: "/v1/customers/get",
  auth: "apiKey",
  kind: "read",
  summary: "Read customers page by page.",
  input: z.object({ pageSize: PageSize, pageToken: PageToken.optional() }),
  output: z.array(z.object({ customerId: Id, name: z.string() })),
  cost: { reads: 2, writes: 0, trips: 1 },
  example: {},
  async handle(call, { pageSize, pageToken }) {
    const collection = organizationsPath(call);
    const after = fromPageToken(call, [collection], pageToken);
    const { docs, cursor } = await call.store.query<StoredOrganization>({ collection, limit: pageSize, after });
    return {
      message: "Customers retrieved.",
      data: docs.map(({ id, data }) => ({ customerId: id, name: data.organizationName ?? id })),
      pageToken: toPageToken(call, [collection], cursor),
    };
  },
});
`,
  "functions/src/api/v2/customers/get.test.ts": `import { expect, test } from "@jest/globals";
import { exampleWorld } from "#testing/harness/example-world";
import { idsBy, testPaging } from "#testing/harness/properties/paging";

const path = "/v2/customers/get";

test("/v2/customers/get lists customers, in version 1 too", async () => {
  const w = await exampleWorld();
  const { data } = await w.ok(path, {});
  expect(idsBy("customerId")(data)).toStrictEqual(["acme", "globex"]);
  expect((await w.ok("/v1/customers/get", {})).data).toStrictEqual(data);
});

testPaging(path, "all customers", {
  query: {},
  insert: (w, customerId) => w.ok("/v2/customers/add", { customerId, name: "A customer" }),
  ids: idsBy("customerId"),
});
`,
};
