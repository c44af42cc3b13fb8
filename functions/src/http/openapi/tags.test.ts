import { expect, test } from "@jest/globals";
import { tagOf, tagSections } from "./tags.ts";

test("a path in a folder without a description has a tag that is named after the folder", () => {
  expect(tagOf("/v2/live_notes/add")).toBe("Live notes");
  expect(tagOf("/v1/live_notes/add")).toBe("Live notes (v1)");
  expect(tagOf("/v2/commentannotations/add")).toBe("Comments");
});

test("every tag is described once, those with a description of their own first", () => {
  const paths = ["/v1/users/add", "/v2/live_notes/add", "/v2/live_notes/get", "/v2/users/add"];
  const { tags, "x-tagGroups": groups } = tagSections(paths);
  expect(tags.map(({ name }) => name)).toStrictEqual(["Users", "Live notes", "Users (v1)", "Events"]);
  expect(tags[1]?.description).toStrictEqual("Endpoints below `/live_notes`.");
  expect(groups[0]?.tags).toStrictEqual(["Users", "Live notes"]);
});
