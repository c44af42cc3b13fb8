import { expect, test } from "@jest/globals";
import firebase from "../../../firebase.json" with { type: "json" };
import docs from "./docs.ts";

test("the pages are files below /docs, which hosting serves without a function", () => {
  expect(docs).toMatchObject({ kind: "files", path: "/docs", isFolder: true });
  expect(firebase.hosting.rewrites.filter(({ source }) => source.startsWith(docs.path))).toStrictEqual([]);
});
