import { expect, test } from "@jest/globals";
import firebase from "../../../firebase.json" with { type: "json" };

test("hosting sends the content type of an SVG, which the icon's name does not imply", () => {
  const { headers = [] } = firebase.hosting.headers.find(({ source }) => source === "/favicon.ico") ?? {};
  expect(headers).toContainEqual({ key: "Content-Type", value: "image/svg+xml" });
});
