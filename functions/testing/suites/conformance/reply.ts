import { expect } from "@jest/globals";
import { exampleOf } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { dump } from "#testing/harness/store/store-dump";
import { type Check, expectDeclaredShape } from "./check.ts";
import { openDoor } from "./door.ts";
import { withUnknownFields } from "./schema.ts";

const saneIds = ["a", "req-1_2.3:4", "A".repeat(100)];
const insaneIds = [undefined, "", "two words", "A".repeat(101), "<script>", 'a"b', "é", "a,b", ["a", "b"]];

/** The success envelope, the declared output, request ids, unknown fields (docs/behaviour.md#replies). */
export const replyChecks: Check[] = [
  {
    guarantee: "its example succeeds, and the reply has exactly the declared shape",
    async run(endpoint) {
      const { w, send } = await openDoor(endpoint);
      const { status, headers, body } = await send();
      expectWithContext(status, JSON.stringify(body)).toBe(200);
      expect(headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(headers["cache-control"]).toBe("no-store");
      expect(Object.keys(body)).toStrictEqual(["result"]);
      const { status: word, message, data, ...paging } = body.result;
      expect(word).toBe("success");
      expectWithContext(typeof message === "string" && message !== "", "the message is empty").toBe(true);
      await expectDeclaredShape(endpoint, data);
      for (const [name, token] of Object.entries(paging)) {
        expect(name).toMatch(/^(pageToken|nextPageToken)$/);
        expect(typeof token).toBe("string");
      }
      await w.drain();
      expect(w.logged.filter(({ level }) => level !== "info")).toStrictEqual([]);
    },
  },
  {
    guarantee: "a reading endpoint writes nothing",
    applies: ({ kind }) => kind === "read",
    async run(endpoint) {
      const { w, send } = await openDoor(endpoint);
      const before = await dump(w.context.store);
      expect((await send({ headers: { "idempotency-key": "k" } })).status).toBe(200);
      expect(await dump(w.context.store)).toStrictEqual(before);
    },
  },
  {
    guarantee: "a valid request id is returned and any other is replaced, on success and on failure",
    async run(endpoint) {
      const { send } = await openDoor(endpoint);
      for (const rest of [{}, { raw: "{" }, { method: "GET" }]) {
        for (const id of saneIds) {
          const { headers } = await send({ ...rest, headers: { "x-request-id": id } });
          expect(headers["x-request-id"]).toBe(id);
        }
        const generatedIds = new Set<string>();
        for (const id of insaneIds) {
          const { headers } = await send({ ...rest, headers: { "x-request-id": id } });
          expect(String(headers["x-request-id"])).toMatch(/^req_[0-9A-Za-z]{20}$/);
          generatedIds.add(String(headers["x-request-id"]));
        }
        expectWithContext(generatedIds.size, "two requests share an id").toBe(insaneIds.length);
      }
    },
  },
  {
    guarantee:
      "unknown fields are not stored: they are ignored and named in a header, or refused by name if ignoring a filter would delete or return too much",
    async run(endpoint) {
      const { w, send, refuses } = await openDoor(endpoint);
      const { data, strict } = withUnknownFields(endpoint.input, exampleOf(endpoint, w.tenant), "unknownToEveryone");
      if (strict) await refuses({ data }, "INVALID_ARGUMENT", /must not have the field `unknownToEveryone`\.$/);
      else if (/\/(delete|data\/get)$/.test(endpoint.path))
        await refuses({ data }, "INVALID_ARGUMENT", /unknownToEveryone is not a field of this endpoint/);
      else {
        const { status, body, headers } = await send({ data });
        expect(headers["x-service-ignored-fields"]).toBe("unknownToEveryone");
        expectWithContext(status, JSON.stringify(body)).toBe(200);
        expectWithContext(JSON.stringify(body), "an unknown field was returned").not.toContain("unknownToEveryone");
      }
      expectWithContext(JSON.stringify(await dump(w.context.store)), "an unknown field was stored").not.toContain(
        "unknownToEveryone",
      );
    },
  },
];
