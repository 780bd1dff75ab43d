import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsFile } from './kafka-programs.js';
import type { KafkaUser } from './local-kafka.js';

const LISTENER = 'listener.name.plaintext';

/** The settings of a broker that only this user may use. */
export const userSettings = ({ username, password }: KafkaUser): readonly string[] => [
  'listener.security.protocol.map=PLAINTEXT:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT',
  `${LISTENER}.sasl.enabled.mechanisms=PLAIN`,
  `${LISTENER}.plain.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required user_${username}="${password}";`,
];

/** A file with all settings of a broker that do not depend on its place. It keeps the password off the command. */
export function settingsFor(user: KafkaUser | undefined, root: string): string {
  if (!user) return settingsFile;
  const file = join(root, 'user.properties');
  writeFileSync(file, [readFileSync(settingsFile, 'utf8'), ...userSettings(user), ''].join('\n'), { mode: 0o600 });
  return file;
}

/** The client's option to log in as this user. */
export const loginOf = (user: KafkaUser | undefined) => user && { sasl: { mechanism: 'plain', ...user } as const };
