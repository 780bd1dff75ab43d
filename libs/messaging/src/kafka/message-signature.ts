import type { ServiceName } from '@halyard/contracts';
import type { Identities } from '@halyard/persistence';
import type { KafkaMessage, Message } from 'kafkajs';
import type { Strangeness } from '../message-bus.js';

/** The key id of the service that signed. */
const KID_HEADER = 'halyard-kid';
/** Ed25519 signature of the topic and the value, and so of the whole message; base64url. */
const SIGNATURE_HEADER = 'halyard-signature';

/** The signed bytes: a value is valid only on its own topic. */
const signedBytes = (topic: string, value: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`halyard/message/v1\n${topic}\n`), value]);

/** @param topic the unprefixed name */
export const signAll = (identities: Identities, topic: string, messages: readonly Message[]): Promise<Message[]> =>
  Promise.all(messages.map((message) => signOne(identities, topic, message)));

async function signOne(identities: Identities, topic: string, message: Message): Promise<Message> {
  const bytes = signedBytes(topic, Buffer.from(message.value ?? ''));
  const { kid, value } = await identities.sign(bytes);
  const headers = { ...message.headers, [KID_HEADER]: kid, [SIGNATURE_HEADER]: value.toString('base64url') };
  return { ...message, headers };
}

/** Why the service can't have sent the message to the topic; undefined if it has. */
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
