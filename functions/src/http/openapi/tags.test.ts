import assert from "node:assert/strict";
import { test } from "node:test";
import { tagOf, tagSections } from "./tags.ts";

test("a path below a folder that has no words of its own has a tag that is named after the folder", () => {
  assert.equal(tagOf("/v2/live_notes/add"), "Live notes");
  assert.equal(tagOf("/v1/live_notes/add"), "Live notes (v1)");
  assert.equal(tagOf("/v2/commentannotations/add"), "Comments");
});

test("every tag is described once, those with words of their own first", () => {
  const paths = ["/v1/users/add", "/v2/live_notes/add", "/v2/live_notes/get", "/v2/users/add"];
  const { tags, "x-tagGroups": groups } = tagSections(paths);
  assert.deepEqual(
    tags.map(({ name }) => name),
    ["Users", "Live notes", "Users (v1)", "Events"],
  );
  assert.deepEqual(tags[1]?.description, "Endpoints below `/live_notes`.");
  assert.deepEqual(groups[0]?.tags, ["Users", "Live notes"]);
});
