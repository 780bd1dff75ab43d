// The environment and the runtime that all spec files of a Jest worker share, so that a module is loaded once for each
// worker and not once for each file (docs/adr/0056-where-the-tests-time-goes.md). What belongs to a file is made anew: the
// spec, what it has beside it to test with, Jest's globals, `process.env`, mocks and fake timers.
import NodeEnvironment from 'jest-environment-node';
import JestRuntime from 'jest-runtime';
import { writeUsageOfFile } from './usage.ts';

/** Modules that are loaded for each spec file: those that use Jest's globals, and the state of those that test. */
const OF_A_FILE = /\.(?:spec|behaviour)\.[jt]sx?$|\/(?:behaviour|test|modes)\/|\/libs\/testing\/|\/apps\/e2e\//;
/** Under such keys Jest registers the globals of a module that imports them. */
const GLOBALS = '@jest/globals/';

const isOfAFile = (key) => key.startsWith(GLOBALS) || (!key.includes('/node_modules/') && OF_A_FILE.test(key));

/** The one of this worker. */
let world;

export class OneEnvironment extends NodeEnvironment {
  #env;
  #exit;
  #project;
  #startMs;

  constructor(config, context) {
    if (world === undefined) {
      super(config, context);
      this.#env = { ...this.global.process.env };
      this.#exit = this.global.process.exit;
      world = { environment: this };
    }
    world.environment.#begin(config);
    return world.environment;
  }

  #begin({ projectConfig }) {
    this.#project = projectConfig.displayName.name;
    this.#startMs = Date.now();
    const { process } = this.global;
    for (const name of Object.keys(process.env)) if (!(name in this.#env)) delete process.env[name];
    Object.assign(process.env, this.#env);
    // Jest wraps it for each file.
    process.exit = this.#exit;
  }

  /** Ends what a file may have left; the world goes on. */
  async teardown() {
    this.fakeTimers.useRealTimers();
    this.fakeTimersModern.useRealTimers();
    writeUsageOfFile(this.#project, this.#startMs);
  }
}

export class OneRuntime extends JestRuntime {
  constructor(config, environment, resolver, transformer, cacheFS, coverage, testPath, globalConfig) {
    if (world?.runtime) {
      world.runtime.#begin(testPath);
      return world.runtime;
    }
    super(config, environment, resolver, transformer, cacheFS, coverage, testPath, globalConfig);
    for (const [part, member] of PARTS) if (this[part]?.[member] === undefined) throw new Error(LACKS(part, member));
    world.runtime = this;
  }

  #begin(testPath) {
    this._testPath = testPath;
    this.esmLoader.testPath = testPath;
    this.executor.testPath = testPath;
    this.testState.state = 'loading';
  }

  /** Jest calls it for each file, before and after its tests. */
  resetModules() {
    const { esModuleRegistry, internalModuleRegistry } = this.registries;
    for (const [key, module] of esModuleRegistry) {
      if (key.startsWith(GLOBALS) && !isOfAFile(key.slice(GLOBALS.length))) throw new Error(KEEPS_GLOBALS(key));
      if (isOfAFile(key) || module.status !== 'evaluated') esModuleRegistry.delete(key);
    }
    internalModuleRegistry.clear();
    this.fileCache.clear();
    this.transformCache.clear();
  }

  teardown() {
    this.restoreAllMocks();
    this.resetModules();
    this.testMainModule.reset();
    this.mockState.clear();
    this.jestGlobals.clearJestObjectCache();
    this.loggedReferenceErrors.clear();
    this.testState.teardown();
  }
}

/** Members of the runtime's parts that Jest doesn't document. */
const PARTS = [
  ['esmLoader', 'testPath'],
  ['executor', 'testPath'],
  ['fileCache', 'clear'],
  ['jestGlobals', 'clearJestObjectCache'],
  ['loggedReferenceErrors', 'clear'],
  ['mockState', 'clear'],
  ['registries', 'esModuleRegistry'],
  ['registries', 'internalModuleRegistry'],
  ['testMainModule', 'reset'],
  ['testState', 'state'],
  ['transformCache', 'clear'],
];

const LACKS = (part, member) =>
  `jest-runtime has no ${part}.${member} any more: tools/jest/one-world.mjs must learn where it is now`;
const KEEPS_GLOBALS = (key) =>
  `${key.slice(GLOBALS.length)} imports @jest/globals, so it must be loaded for each spec file: ` +
  `name it *.behaviour.ts or put it below test/ (tools/jest/one-world.mjs)`;
