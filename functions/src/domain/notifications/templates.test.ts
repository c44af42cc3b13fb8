import { expect, test } from "@jest/globals";
import { ApiError } from "#platform/error";
import { errorLike } from "#testing/harness/thrown";
import { checkTemplates, type Templates } from "./templates.ts";

const actionUser = { userId: "ada", name: "Ada" };
const headline = (text: string, data?: Templates["displayHeadlineMessageTemplateData"]): Templates => ({
  actionUser,
  displayHeadlineMessageTemplate: text,
  ...(data && { displayHeadlineMessageTemplateData: data }),
});

/** What is given, and the end of the refusal. */
const cases: [Templates, string?][] = [
  [{ actionUser }],
  [headline("{actionUser} wrote to {recipientUser}")],
  [headline("{actionUser.name} wrote to {recipientUser.name} <{recipientUser.email}>")],
  [headline("{recipientUser} has it", { recipientUser: "lin" })],
  [headline("{actionUser.email}"), "Headline… uses {actionUser.email}"],
  [headline("{actionUser.email}", { actionUser: { userId: "x", email: "x@example.com" } })],
  [headline("{recipientUser.team}"), "Headline… uses {recipientUser.team}"],
  [headline("{project}", { project: "Atlas" })],
  [headline("{constructor}"), "Headline… uses {constructor}"],
  [{ ...headline("{project}", { project: "Atlas" }), displayBodyMessageTemplate: "{project}, {actionUser.name}" }],
  [{ actionUser, displayBodyMessageTemplate: "{project}" }, "Body… uses {project}"],
  [{ actionUser, displayBodyMessageTemplate: "{project}", displayBodyMessageTemplateData: { project: "Atlas" } }],
  [{ ...headline("{project}"), displayBodyMessageTemplateData: { project: "Atlas" } }, "Headline… uses {project}"],
];
for (const [input, refusal] of cases)
  test(`${JSON.stringify(input)} is ${refusal ? `refused: ${refusal}` : "complete"}`, () => {
    if (!refusal) return checkTemplates(input);
    const [field = "", use = ""] = refusal.split("… ");
    const name = `display${field}MessageTemplate`;
    const message = `data.${name} ${use}, which data.${name}Data does not hold.`;
    expect(() => checkTemplates(input)).toThrow(errorLike(new ApiError("INVALID_ARGUMENT", message)));
  });
