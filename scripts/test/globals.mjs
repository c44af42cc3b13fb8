// What `@jest/globals` is for test files and the modules that they share (scripts/test/runtime.mjs).

/** What jest made for the test file that runs: each file has its own `test`, `afterEach` and so on. */
const current = {};

/** Begins a test file. */
export function setGlobals(globals) {
  Object.assign(current, globals);
}

/** A function of the test file that runs, with its properties such as `test.skip`; modules that many files share keep it. */
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
