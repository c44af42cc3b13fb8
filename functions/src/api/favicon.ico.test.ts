import { expect, test } from "@jest/globals";
import firebase from "../../../firebase.json" with { type: "json" };

test("hosting says that the icon is an SVG, which its name does not tell", () => {
  const { headers = [] } = firebase.hosting.headers.find(({ source }) => source === "/favicon.ico") ?? {};
  expect(headers).toContainEqual({ key: "Content-Type", value: "image/svg+xml" });
});
