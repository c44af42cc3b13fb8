// Replaces `@jest/globals` for test files and the modules that they share (scripts/test/runtime.mjs).

/** The globals of the running test file: jest creates `test`, `afterEach` and so on for each file. */
const current = {};

/** Sets the globals of the next test file. */
export function setGlobals(globals) {
  Object.assign(current, globals);
}

/** A lasting stand-in for a global of the running test file, with properties such as `test.skip`, for shared modules. */
function ofCurrentFile(name) {
  return new Proxy(() => {}, {
    apply: (_target, _self, args) => current[name](...args),
    get: (_target, key) => current[name][key],
  });
}

export const afterAll = ofCurrentFile("afterAll");
export const afterEach = ofCurrentFile("afterEach");
export const beforeAll = ofCurrentFile("beforeAll");
export const beforeEach = ofCurrentFile("beforeEach");
export const describe = ofCurrentFile("describe");
export const expect = ofCurrentFile("expect");
export const jest = ofCurrentFile("jest");
export const test = ofCurrentFile("test");
