import { DocumentFields } from "@atrium/functions/domain/documents/document";
import { expect, test } from "@jest/globals";
import { shapeFacts } from "./shape-facts.ts";

test("a field that the service ignores is described as ignored, others by what their name means", async () => {
  const facts = await shapeFacts();
  const { documentName, createdAt } = DocumentFields.shape;
  expect([
    facts.fieldDescription(DocumentFields, "documentName", documentName),
    facts.fieldDescription(DocumentFields, "createdAt", createdAt),
  ]).toStrictEqual(["Name of the document.", "Ignored: the server sets it."]);
});
