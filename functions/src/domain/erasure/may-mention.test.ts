import { test } from "@jest/globals";
import fc from "fast-check";
import { Id } from "#platform/shapes/fields";
import { expectWithContext } from "#testing/harness/jest/context";
import { mayMention } from "./may-mention.ts";

const none: ReadonlySet<string> = new Set();
const only = (userId: string) => ({ userIds: new Set([userId]), emails: none, names: none });

test("an id is always detected, however often it is escaped and whatever surrounds it", () => {
  const ids = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom('"', "\\", "\\u0041", 'a"b', "ΑΣ", "ß", "İ", "n", "\\n"),
  );
  fc.assert(
    fc.property(ids, fc.string(), fc.nat(3), (id, beside, times) => {
      fc.pre(Id.safeParse(id).success);
      let text = JSON.stringify({
        [beside]: beside,
        userId: id,
        list: [id, beside],
        text: `${beside}{{${id}}}${beside}`,
      });
      for (let time = 0; time < times; time++) text = JSON.stringify({ json: text });
      expectWithContext(mayMention(text, only(id)), text).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test("names and addresses are detected in any case, and text without them is not", () => {
  const subjects = { userIds: new Set(["eve"]), emails: new Set(["e@example.com"]), names: new Set(["Eva Quantrill"]) };
  for (const text of ['["eve"]', '{"EVE":1}', '["E@Example.com"]', '["by Eva Quantrill"]'])
    expectWithContext(mayMention(text, subjects), text).toBe(true);
  for (const text of ["[]", '["ev"]', '["example.com"]', '["Eva"]'])
    expectWithContext(mayMention(text, subjects), text).toBe(false);
});
