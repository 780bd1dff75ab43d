import type { ServiceName } from '@halyard/contracts';
import type { Identities } from '@halyard/persistence';
import type { KafkaMessage, Message } from 'kafkajs';
import type { Strangeness } from '../message-bus.js';

/** The header with the id of the key that signed. */
const KID_HEADER = 'halyard-kid';
/** The header with an Ed25519 signature of topic and value, in base64url. The value is the whole message. */
const SIGNATURE_HEADER = 'halyard-signature';

/** The bytes that are signed. They include the topic, so that a value is valid only on its own topic. */
const signedBytes = (topic: string, value: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`halyard/message/v1\n${topic}\n`), value]);

/** @param topic the name without the prefix */
export const signAll = (identities: Identities, topic: string, messages: readonly Message[]): Promise<Message[]> =>
  Promise.all(messages.map((message) => signOne(identities, topic, message)));

async function signOne(identities: Identities, topic: string, message: Message): Promise<Message> {
  const bytes = signedBytes(topic, Buffer.from(message.value ?? ''));
  const { kid, value } = await identities.sign(bytes);
  const headers = { ...message.headers, [KID_HEADER]: kid, [SIGNATURE_HEADER]: value.toString('base64url') };
  return { ...message, headers };
}

/** The reason why the topic's service can't have sent the message; undefined if it has sent it. */
export async function strangenessOf(
  identities: Identities,
  service: ServiceName,
  topic: string,
  { value, headers }: Pick<KafkaMessage, 'value' | 'headers'>,
): Promise<Strangeness | undefined> {
  const kid = headers?.[KID_HEADER]?.toString();
  const signature = headers?.[SIGNATURE_HEADER]?.toString();
  if (kid === undefined || signature === undefined || value === null) return 'unsigned';
  if (!identities.has(service, kid)) return 'unknown-key';
  const signed = { kid, value: Buffer.from(signature, 'base64url') };
  return (await identities.verify(service, signedBytes(topic, value), signed)) ? undefined : 'bad-signature';
}
