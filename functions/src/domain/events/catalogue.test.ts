import assert from "node:assert/strict";
import { test } from "node:test";
import { describeEvents, eventCatalogue, exampleEvent } from "./catalogue.ts";
import { eventTypeNames } from "./types.ts";

for (const name of eventTypeNames) {
  test(`the example of ${name} has the shape that the catalogue gives it, and names nothing beside`, () => {
    const { data, example } = eventCatalogue[name];
    assert.deepEqual(data.parse(example), example);
    for (const field of Object.keys(example)) assert.ok(field in data.shape, `${field} is not declared`);
  });
}

test("every required field of every event is in its example", () => {
  for (const name of eventTypeNames) {
    const { data, example } = eventCatalogue[name];
    for (const field of Object.keys(example)) {
      const { [field]: _left, ...rest } = example;
      const isOptional = data.shape[field]?.safeParse(undefined).success;
      assert.equal(data.safeParse(rest).success, isOptional, `${name} without ${field}`);
    }
  }
});

test("the catalogue for reading has every type once, each with a schema, an example body and one sentence", () => {
  const described = describeEvents("ak_1");
  assert.deepEqual(
    described.map(({ name }) => name),
    eventTypeNames,
  );
  for (const { name, description, schema, example } of described) {
    assert.match(description, /^[A-Z].*\.$/);
    assert.equal(schema.type, "object");
    assert.equal(example.event, name);
    assert.deepEqual(example.data, exampleEvent(name, "ak_1", 0).data);
  }
});
