import { readdirSync } from 'node:fs';

const project = (dir) => ({
  displayName: dir,
  rootDir: `${import.meta.dirname}/${dir}`,
  testMatch: ['<rootDir>/{src,test}/**/*.spec.ts'],
  testEnvironment: 'node',
  // Libraries are read from their sources, so that no test needs a build.
  testEnvironmentOptions: { customExportConditions: ['@halyard/source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transformIgnorePatterns: ['/node_modules/(?!@halyard/)'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        sourceMaps: 'inline',
        module: { type: 'es6' },
        jsc: {
          target: 'es2024',
          keepClassNames: true,
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
        },
      },
    ],
  },
  setupFiles: ['reflect-metadata'],
});

const dirs = ['libs', 'apps'].flatMap((root) => readdirSync(root).map((name) => `${root}/${name}`));

export default {
  projects: [...dirs, 'tools'].map(project),
  workerIdleMemoryLimit: '700MB',
  globalSetup: './tools/jest/start-postgres.mjs',
  globalTeardown: './tools/jest/stop-postgres.mjs',
};
