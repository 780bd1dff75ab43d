// The environment of a spec that shares no modules with others.
import NodeEnvironment from 'jest-environment-node';
import { writeUsageOfFile } from './usage.ts';

export default class extends NodeEnvironment {
  #project;
  #startMs = Date.now();

  constructor(config, context) {
    super(config, context);
    this.#project = config.projectConfig.displayName.name;
  }

  async teardown() {
    await super.teardown();
    writeUsageOfFile(this.#project, this.#startMs);
  }
}
