import { expect } from "@jest/globals";
import { MAX_BODY_BYTES } from "#http/request/body";
import { exampleOf } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { dump } from "#testing/harness/store/store-dump";
import type { World } from "#testing/harness/world";
import type { Check } from "./check.ts";
import { nothingIsWritten, openDoor, refusals } from "./door.ts";

const wrongTypes = [
  undefined,
  "",
  "text/plain",
  "text/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/jsonp",
  "application/json, text/plain",
  "application/json; charset=iso-8859-1",
];
const rightTypes = [
  "application/json",
  "APPLICATION/JSON",
  "application/json;charset=utf-8",
  'application/json; charset="UTF-8"',
];

/** Bodies that are not JSON, and the position of the error (UTF-16 units from the start). */
const malformed: [raw: string, position: number][] = [
  ["", 0],
  ["{", 1],
  ["nothing", 0],
  ["{'data':{}}", 1],
  ['{"data":{}} x', 12],
  ['{"data":{},}', 11],
  ['{"data":NaN}', 8],
  ['{"data":{"a":"\u0001"}}', 13],
  ['{"data":{} /* so */}', 11],
  ['\uFEFF{"data":{}}', 0],
];
const notWrapped = ["{}", "[]", "null", '"data"', "1", "true", '[{"data":{}}]', '{"Data":{}}'];
const notObjects: [raw: string, noun: string][] = [
  ["null", "null"],
  ["[]", "an array"],
  ["[{}]", "an array"],
  ['"{}"', "a string"],
  ["1", "a number"],
  ["true", "a boolean"],
];

/** Method, content type and form of the body (docs/behaviour.md#wire-format). */
export const wireChecks: Check[] = [
  {
    guarantee: "any method except POST gets 405 with the allowed method, even without credentials",
    run: (endpoint) =>
      refusals(endpoint, async ({ refuses }) => {
        for (const method of ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "post"])
          for (const headers of [{}, { "x-service-api-key": undefined, "x-service-workspace-id": undefined }]) {
            const request = { method, headers };
            const { headers: replyHeaders, bodyRead } = await refuses(
              request,
              "INVALID_ARGUMENT",
              "The method must be POST.",
              405,
            );
            expect(replyHeaders.allow).toBe("POST");
            expect(bodyRead).toBe(false);
          }
      }),
  },
  {
    guarantee: "any content type except JSON in UTF-8 gets 415 without reading the body",
    run: (endpoint) =>
      refusals(endpoint, async ({ refuses, send }) => {
        const message = "The content type must be application/json.";
        for (const type of wrongTypes) {
          const request = { headers: { "content-type": type } };
          expectWithContext((await refuses(request, "INVALID_ARGUMENT", message, 415)).bodyRead, `${type}`).toBe(false);
        }
        for (const type of rightTypes)
          expectWithContext((await send({ headers: { "content-type": type }, raw: "{" })).status, type).toBe(400);
      }),
  },
  {
    guarantee: "a compressed body gets 415 naming the header, without reading the body",
    run: (endpoint) =>
      refusals(endpoint, async ({ refuses, send }) => {
        for (const [name, encodings] of [
          ["content-encoding", ["gzip", "br", "identity, gzip", ""]],
          ["transfer-encoding", ["gzip, chunked", "chunked, chunked", "identity"]],
        ] as const)
          for (const encoding of encodings) {
            const message = `The request body must not be compressed: send it without the header \`${name}\`.`;
            const request = { headers: { [name]: encoding } };
            expectWithContext((await refuses(request, "INVALID_ARGUMENT", message, 415)).bodyRead, encoding).toBe(
              false,
            );
          }
        expect((await send({ headers: { "content-encoding": "identity" }, raw: "{" })).status).toBe(400);
      }),
  },
  {
    guarantee: "a body that is not JSON is refused, naming the position of the error",
    run: (endpoint) =>
      refusals(endpoint, async ({ refuses }) => {
        for (const [raw, position] of malformed) {
          const message = `The request body is not valid JSON at position ${position}.`;
          const { body } = await refuses({ raw }, "INVALID_ARGUMENT", message);
          expect(body.error.details.position).toBe(position);
          expect(body.error.details.hint).toMatch(/\.$/);
        }
        const invalid = Buffer.from('{"data":{"a":"\xff"}}', "latin1");
        await refuses({ raw: invalid }, "INVALID_ARGUMENT", "The request body must be UTF-8 text.");
      }),
  },
  {
    guarantee: "values that JSON.parse would change silently are refused, naming their place",
    run: (endpoint) =>
      refusals(endpoint, async ({ refuses }) => {
        for (const [raw, message] of [
          ['{"data":{},"data":{}}', 'The request body must not have the key "data" twice.'],
          ['{"data":{"a":[{"b":1,"\\u0062":2}]}}', 'data.a[0] must not have the key "b" twice.'],
          ['{"data":{"a":{"b":-1e400}}}', "data.a.b must be a number from -1.79e308 to 1.79e308."],
        ] as const)
          await refuses({ raw }, "INVALID_ARGUMENT", message);
      }),
  },
  {
    guarantee: "a body that nests too deeply is refused, whether complete or cut off",
    run: (endpoint) =>
      refusals(endpoint, async ({ refuses }) => {
        // Deeper than the call stack, as far as the endpoint's body limit permits.
        const deep = Math.min(20_000, Math.floor(((endpoint.maxBytes ?? MAX_BODY_BYTES) - 20) / 8));
        const message = "The request body must not nest deeper than 500 levels.";
        for (const raw of [
          "[".repeat(deep),
          '{"data":'.repeat(deep),
          `{"data":${"[".repeat(deep)}${"]".repeat(deep)}}`,
        ])
          await refuses({ raw }, "INVALID_ARGUMENT", message);
      }),
  },
  {
    guarantee: "a body of another form than { data: { … } } is refused",
    run: (endpoint) =>
      refusals(endpoint, async ({ w, refuses }) => {
        const example = JSON.stringify(exampleOf(endpoint, w.tenant));
        const form = 'The request body must be a JSON object of the form { "data": { … } }.';
        for (const raw of notWrapped) await refuses({ raw }, "INVALID_ARGUMENT", form);
        const extra = 'The request body must have no field besides `data`, but has "more".';
        await refuses({ raw: `{"data":${example},"more":1}` }, "INVALID_ARGUMENT", extra);
        for (const [data, noun] of notObjects) {
          const problem = `must be an object, not ${noun}.`;
          const { body } = await refuses({ raw: `{"data":${data}}` }, "INVALID_ARGUMENT", `data ${problem}`);
          expect(body.error.details).toStrictEqual({ issues: [{ path: "data", message: problem }] });
        }
      }),
  },
  {
    guarantee: "its input is accepted at the top level of the body as well as inside `data`, but not in both places",
    applies: ({ bareBody }) => bareBody !== undefined,
    async run(endpoint) {
      const { w, send, refuses } = await openDoor(endpoint);
      const example = exampleOf(endpoint, w.tenant) as object;
      const message =
        "The request body must have its fields either at the top level or inside `data`, but has them in both places.";
      await nothingIsWritten(w, async () => {
        await refuses({ raw: JSON.stringify({ ...example, data: example }) }, "INVALID_ARGUMENT", message);
      });
      const before = await contents(w);
      const bare = await send({ raw: JSON.stringify(example) });
      expectWithContext(bare.status, JSON.stringify(bare.body)).toBe(200);
      const after = await contents(w);
      expectWithContext(after, "the bare body has changed nothing").not.toStrictEqual(before);
      expect((await send({ raw: JSON.stringify({ data: example }) })).body).toStrictEqual(bare.body);
      expectWithContext(await contents(w), "the same input inside `data` has another effect").toStrictEqual(after);
    },
  },
  {
    guarantee: "a body at the size limit is accepted, one byte more gets 413",
    async run(endpoint) {
      const { w, refuses, send } = await openDoor(endpoint);
      const limit = endpoint.maxBytes ?? MAX_BODY_BYTES;
      const raw = JSON.stringify({ data: exampleOf(endpoint, w.tenant) }).padEnd(limit + 1);
      await nothingIsWritten(w, async () => {
        const message = `The request body must not be larger than ${limit} bytes.`;
        const { maxBytes, body } = await refuses({ raw }, "INVALID_ARGUMENT", message, 413);
        expect(maxBytes).toBe(limit);
        expect(body.error.details.hint).toMatch(/Send the items in several calls/);
      });
      expect((await send({ raw: raw.slice(0, limit) })).status).toBe(200);
    },
  },
];

/** Everything in the store, without the versions. */
async function contents(w: World): Promise<[path: string, data: string][]> {
  return Object.entries(await dump(w.context.store)).map(([path, text]) => [path, text.slice(text.indexOf(" "))]);
}
