import { spawnSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { textOf } from './support/yaml.ts';

const PAGE = 'docs/concepts/bank-behavior.md';

/** The numbers that every implementation has to draw (contract of what no peer has, section 3). */
const VECTORS = [
  '#1 3702517904761580745n',
  '#2 5487128669386890314n',
  '#3 1849912670652260865n',
  'order-17/1 16859840000499862872n',
  'order-17/2 895854263594691419n',
  '#18 #96 #139 #174',
];

it(`the program of ${PAGE} draws what the page says that it prints`, () => {
  const [, program = '', printed] = /```js\n([^]*?)```\n[^]*?```text\n([^]*?)```/.exec(textOf(PAGE)) ?? [];
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module'], { input: program, encoding: 'utf8' });
  expect([stdout, stderr]).toEqual([printed, '']);
  expect(stdout.trim().split('\n')).toEqual(VECTORS);
});
