import { describe, expect, it } from '@jest/globals';
import { documentsOf } from '../support/yaml.ts';
import { secretsIn } from './chart-secrets.ts';
import { hasHelm, skipped, template, valuesOf } from './chart-programs.ts';

const notesOf = (...args: string[]): string => {
  const notes = { metadata: { name: 'notes' }, data: { text: '{{ include "halyard.notes" . | b64enc }}' } };
  const objects = JSON.stringify([{ apiVersion: 'v1', kind: 'ConfigMap', ...notes }]);
  const { stdout } = template(...args, '--set-json', `extraObjects=${objects}`);
  return Buffer.from(/^ {2}text: (.*)$/m.exec(stdout)?.[1] ?? '', 'base64').toString();
};

const authorities = 'eventStore.ca.existingSecret=store-authority,kafka.ca.existingSecret=kafka-authority';

(hasHelm ? describe : describe.skip)(`Secrets that the Helm chart wants${skipped}`, () => {
  it.each([
    ['default values', valuesOf.default],
    ['full values', valuesOf.full],
    ['authorities of stores', ['--set', authorities]],
  ])('are named in the notes of an installation, each with its keys, with %s', (_, args) => {
    const notes = notesOf(...args);
    const wanted = documentsOf(template(...args).stdout).flatMap(secretsIn);
    expect(wanted.length).toBeGreaterThan(10);
    for (const { name, keys } of wanted) {
      const line = notes.split('\n').find((each) => each.startsWith(`  ${name}: `)) ?? `no line for ${name}`;
      for (const key of keys) expect(line.split(/[ ,:]+/)).toContain(key);
    }
  });
});
