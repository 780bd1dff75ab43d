import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { variableOf } from '@halyard/config';
import { root } from './yaml.ts';

/**
 * Every variable that a class of settings declares, read from the sources: `readonly kafkaBrokers` below a decorator of
 * libs/config is KAFKA_BROKERS. Also the keys, each as text or as the path of a file.
 */
export function knownSettings(): ReadonlySet<string> {
  const declared = globSync('{apps,libs}/*/src/**/*{config,auth-addresses}.ts', { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .flatMap((source) => [...source.matchAll(/^ {2}readonly (\w+)[?!]?: /gm)].map(([, property]) => property ?? ''))
    .map(variableOf);
  const keys = ['MASTER_KEY', 'MASTER_KEY_NEXT', 'FINGERPRINT_KEY', 'IDENTITY_KEY', 'SERVICE_IDENTITIES'];
  return new Set([...declared, ...keys, ...keys.map((key) => `${key}_FILE`)]);
}
