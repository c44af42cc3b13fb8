import assert from "node:assert/strict";
import { exampleOf } from "#testing/harness/example-world";
import { dump } from "#testing/harness/store-dump";
import { type Check, isDeclared } from "./check.ts";
import { openDoor } from "./door.ts";
import { withUnknownFields } from "./schema.ts";

const saneIds = ["a", "req-1_2.3:4", "A".repeat(100)];
const insaneIds = [undefined, "", "two words", "A".repeat(101), "<script>", 'a"b', "é", "a,b", ["a", "b"]];

/** The success envelope, the declared output, request ids, unknown fields (docs/behaviour.md#replies). */
export const replyChecks: Check[] = [
  {
    guarantee: "its example succeeds, and the reply is of the declared shape and nothing more",
    async run(endpoint) {
      const { w, send } = await openDoor(endpoint);
      const { status, headers, body } = await send();
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(headers["content-type"], "application/json; charset=utf-8");
      assert.equal(headers["cache-control"], "no-store");
      assert.deepEqual(Object.keys(body), ["result"]);
      const { status: word, message, data, ...paging } = body.result;
      assert.equal(word, "success");
      assert.ok(typeof message === "string" && message !== "", "the message is empty");
      await isDeclared(endpoint, data);
      for (const [name, token] of Object.entries(paging)) {
        assert.match(name, /^(pageToken|nextPageToken)$/);
        assert.equal(typeof token, "string");
      }
      await w.drain();
      assert.deepEqual(
        w.logged.filter(({ level }) => level !== "info"),
        [],
      );
    },
  },
  {
    guarantee: "a reading endpoint writes nothing",
    applies: ({ kind }) => kind === "read",
    async run(endpoint) {
      const { w, send } = await openDoor(endpoint);
      const before = await dump(w.context.store);
      assert.equal((await send({ headers: { "idempotency-key": "k" } })).status, 200);
      assert.deepEqual(await dump(w.context.store), before);
    },
  },
  {
    guarantee: "a sane request id comes back, any other is replaced, on success and on failure",
    async run(endpoint) {
      const { send } = await openDoor(endpoint);
      for (const rest of [{}, { raw: "{" }, { method: "GET" }]) {
        for (const id of saneIds) {
          const { headers } = await send({ ...rest, headers: { "x-request-id": id } });
          assert.equal(headers["x-request-id"], id);
        }
        const made = new Set<string>();
        for (const id of insaneIds) {
          const { headers } = await send({ ...rest, headers: { "x-request-id": id } });
          assert.match(String(headers["x-request-id"]), /^req_[0-9A-Za-z]{20}$/);
          made.add(String(headers["x-request-id"]));
        }
        assert.equal(made.size, insaneIds.length, "two requests share an id");
      }
    },
  },
  {
    guarantee: "fields that it does not know are ignored and not stored, or refused by name where it is strict",
    async run(endpoint) {
      const { w, send, refuses } = await openDoor(endpoint);
      const { data, strict } = withUnknownFields(endpoint.input, exampleOf(endpoint, w.tenant), "unknownToEveryone");
      if (strict) await refuses({ data }, "INVALID_ARGUMENT", /must not have the field `unknownToEveryone`\.$/);
      else {
        const { status, body } = await send({ data });
        assert.equal(status, 200, JSON.stringify(body));
        assert.ok(!JSON.stringify(body).includes("unknownToEveryone"), "an unknown field came back");
      }
      assert.ok(
        !JSON.stringify(await dump(w.context.store)).includes("unknownToEveryone"),
        "an unknown field was stored",
      );
    },
  },
];
