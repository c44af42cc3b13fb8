import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { ApiError } from "#platform/error";
import { errorLike } from "#testing/harness/thrown";
import { checkTemplate, variablesOf } from "./message-template.ts";

const ada = { userId: "ada", name: "Ada", team: { name: "core", lead: null } };

/** Template, data, the variable that has no value. */
const cases: [text: string, data: Record<string, unknown>[], missing?: string][] = [
  ["No variables.", [{}]],
  ["", [{}]],
  ["{who} wrote", [{ who: "Ada" }]],
  ["{who} wrote", [{ who: "" }]],
  ["{who} wrote", [{}], "who"],
  ["{who} wrote", [{ who: null }], "who"],
  ["{ who } wrote", [{ who: "Ada" }]],
  ["{a}{b}{c}", [{ a: "1", c: "3" }], "b"],
  ["{actionUser.name}", [{ actionUser: ada }]],
  ["{actionUser}", [{ actionUser: ada }]],
  ["{actionUser.team.name}", [{ actionUser: ada }]],
  ["{actionUser.team.lead}", [{ actionUser: ada }], "actionUser.team.lead"],
  ["{actionUser.team.lead.name}", [{ actionUser: ada }], "actionUser.team.lead.name"],
  ["{actionUser.email}", [{ actionUser: ada }], "actionUser.email"],
  ["{who.length}", [{ who: "Ada" }], "who.length"],
  ["{list.length}", [{ list: ["a"] }], "list.length"],
  ["{constructor}", [{}], "constructor"],
  ["{toString}", [{}], "toString"],
  ["{__proto__}", [{}], "__proto__"],
  ["{actionUser.constructor}", [{ actionUser: ada }], "actionUser.constructor"],
  ["{constructor}", [{ constructor: "x" }]],
  ["{hasOwnProperty}", [{ hasOwnProperty: "x" }]],
  ["{a.b}", [{ "a.b": "x" }]],
  ["{who}", [{}, { who: "Ada" }]],
  ["{{who}} is plain, and so are {}, { } and } {", [{}]],
  ["{wer, ß}", [{ "wer, ß": "x" }]],
];

for (const [text, data, missing] of cases)
  test(`${JSON.stringify(text)} with ${JSON.stringify(data)} ${missing ? `lacks ${missing}` : "is complete"}`, () => {
    const check = () => checkTemplate({ field: "headline", text, dataField: "headlineData", data });
    if (missing === undefined) check();
    else
      expect(check).toThrow(
        errorLike(
          new ApiError("INVALID_ARGUMENT", `data.headline uses {${missing}}, which data.headlineData does not hold.`),
        ),
      );
  });

test("a template is complete exactly when each of its variables has a value", () => {
  const name = fc.constantFrom("a", "b", "constructor", "toString", "x.y");
  fc.assert(
    fc.property(fc.array(name), fc.array(name), (used, held) => {
      const data = Object.fromEntries(held.map((key) => [key, "value"]));
      const text = used.map((key) => `say {${key}}, `).join("");
      expect(variablesOf(text)).toStrictEqual([...new Set(used)]);
      const check = () => checkTemplate({ field: "f", text, dataField: "d", data: [data] });
      if (used.every((key) => held.includes(key))) check();
      else expect(check).toThrow(ApiError);
    }),
  );
});
