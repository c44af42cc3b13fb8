import { expect, test } from "@jest/globals";
import { expectWithContext } from "#testing/harness/jest/context";
import { describeEvents, eventCatalogue, exampleEvent } from "./catalogue.ts";
import { eventTypeNames } from "./types.ts";

for (const name of eventTypeNames) {
  test(`the example of ${name} has the declared shape, and no other fields`, () => {
    const { data, example } = eventCatalogue[name];
    expect(data.parse(example)).toStrictEqual(example);
    for (const field of Object.keys(example))
      expectWithContext(field in data.shape, `${field} is not declared`).toBe(true);
  });
}

test("the example of every event contains every required field", () => {
  for (const name of eventTypeNames) {
    const { data, example } = eventCatalogue[name];
    for (const field of Object.keys(example)) {
      const { [field]: _left, ...rest } = example;
      const isOptional = data.shape[field]?.safeParse(undefined).success;
      expectWithContext(data.safeParse(rest).success, `${name} without ${field}`).toBe(isOptional);
    }
  }
});

test("the catalogue lists every type once, each with a schema, an example body and one sentence", () => {
  const described = describeEvents("ak_1");
  expect(described.map(({ name }) => name)).toStrictEqual(eventTypeNames);
  for (const { name, description, schema, example } of described) {
    expect(description).toMatch(/^[A-Z].*\.$/);
    expect(schema.type).toBe("object");
    expect(example.event).toBe(name);
    expect(example.data).toStrictEqual(exampleEvent(name, "ak_1", 0).data);
  }
});
