import { expect, test } from "@jest/globals";
import { openTestStore } from "#testing/harness/store/test-store";
import { docMap } from "./doc-map.ts";
import type { Doc, DocData, DocRef, Store } from "./port.ts";

interface Key extends DocData {
  name: string;
}
interface Organization extends DocData {
  disabled: boolean;
}

const keyRef = (id: string): DocRef<Key> => `apiKeys/${id}`;
const organizationRef = (id: string): DocRef<Organization> => `apiKeys/k/organizations/${id}`;

async function filled(): Promise<Store> {
  const store = await openTestStore();
  await store.commit([
    { op: "create", path: keyRef("k"), data: { name: "Key" } },
    { op: "create", path: organizationRef("a"), data: { disabled: false } },
    { op: "create", path: organizationRef("b"), data: { disabled: true } },
  ]);
  return store;
}

test("a typed reference reads a typed document", async () => {
  const store = await filled();
  const key: Doc<Key> | undefined = await store.get(keyRef("k"));
  expect(key?.data.name).toBe("Key");
  // @ts-expect-error: a document of another kind
  const other: Doc<Organization> | undefined = await store.get(keyRef("k"));
  expect(other?.id).toBe("k");
  await store.close();
});

test("several typed references read documents of their types, each in its place", async () => {
  const store = await filled();
  const [key, ...organizations] = await store.getMany([keyRef("k"), ...["a", "none", "b"].map(organizationRef)]);
  const name: string | undefined = key?.data.name;
  const disabled: (boolean | undefined)[] = organizations.map((doc) => doc?.data.disabled);
  expect([name, disabled]).toStrictEqual(["Key", [false, undefined, true]]);
  const swapped = await store.getMany([organizationRef("a"), keyRef("k")]);
  // @ts-expect-error: the first is an organization
  const first: Doc<Key> | undefined = swapped[0];
  expect(first?.id).toBe("a");
  await store.close();
});

test("a map of documents finds by a typed reference", async () => {
  const store = await filled();
  const docs = docMap([[organizationRef("b"), await store.get(organizationRef("b"))]]);
  const disabled: boolean | undefined = docs.get(organizationRef("b"))?.data.disabled;
  expect(disabled).toBe(true);
  expect(docs.get(keyRef("k"))).toBeUndefined();
  await store.close();
});
