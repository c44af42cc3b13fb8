import { expect, test } from "@jest/globals";
import { withNullInRequests } from "./null-in-requests.ts";

const pointer = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const request = (schema: object) => ({ requestBody: { content: { "application/json": { schema } } } });

const components = {
  Id: { type: "string", minLength: 1 },
  Agent: { type: "object", required: ["id"], properties: { id: pointer("Id"), url: { type: "string" } } },
  Sent: {
    type: "object",
    required: ["agent"],
    properties: { agent: pointer("Agent"), owner: { ...pointer("Id"), description: "Its owner." }, free: {} },
  },
};

test("optional fields of requests may be null; a shape that replies also use keeps its name and its fields there", () => {
  const paths = { "/v2/add": { post: { ...request(pointer("Sent")), responses: { 200: pointer("Agent") } } } };
  const { body, components: newComponents } = withNullInRequests({ paths }, components);
  expect(body.paths).toStrictEqual(paths);
  expect(newComponents).toStrictEqual({
    ...components,
    AgentInput: {
      type: "object",
      required: ["id"],
      properties: { id: pointer("Id"), url: { type: ["string", "null"] } },
    },
    Sent: {
      type: "object",
      required: ["agent"],
      properties: {
        agent: pointer("AgentInput"),
        owner: { description: "Its owner.", anyOf: [pointer("Id"), { type: "null" }] },
        free: {},
      },
    },
  });
});

test("the default of an optional field moves into the alternative beside null, so that type generators do not make the field required", () => {
  const schema = {
    type: "object",
    properties: {
      merge: { type: "boolean", default: false, description: "Whether to merge." },
      access: { anyOf: [pointer("Id"), { type: "null" }], default: "public" },
    },
  };
  const paths = { "/v2/add": { post: { ...request(schema), responses: {} } } };
  const { body } = withNullInRequests({ paths }, components);
  expect(body.paths).toMatchObject({
    "/v2/add": {
      post: request({
        properties: {
          merge: { description: "Whether to merge.", anyOf: [{ type: "boolean", default: false }, { type: "null" }] },
          access: { anyOf: [{ ...pointer("Id"), default: "public" }, { type: "null" }] },
        },
      }),
    },
  });
  expect(JSON.stringify(body).match(/"default"/g)).toHaveLength(2);
});

test("an optional shape with rules between its fields may be null, like any other", () => {
  const location = {
    type: "object",
    properties: { id: {}, name: {} },
    anyOf: [{ required: ["id"] }, { required: ["name"] }],
  };
  const schema = { type: "object", properties: { location: pointer("Location") } };
  const paths = { "/v2/add": { post: { ...request(schema), responses: {} } } };
  const { body } = withNullInRequests({ paths }, { Location: location });
  expect(JSON.stringify(body)).toContain(JSON.stringify({ anyOf: [pointer("Location"), { type: "null" }] }));
});

test("a shape that only requests use is changed in place, and one without optional fields not at all", () => {
  const paths = { "/v2/add": { post: { ...request(pointer("Agent")), responses: {} } } };
  const { components: newComponents } = withNullInRequests({ paths }, components);
  expect(Object.keys(newComponents)).toStrictEqual(Object.keys(components));
  expect(newComponents.Agent?.properties).toStrictEqual({ id: pointer("Id"), url: { type: ["string", "null"] } });
  expect(newComponents.Id).toBe(components.Id);
});
