import { newId } from '@halyard/core';
import { expect, type it } from '@jest/globals';
import type { EventStore } from '../../src/event-store.js';
import type { StoreAbility } from './event-log-under-test.js';
import { append, aStream, SubscriptionListener, types } from './support.js';

export function namespaces(
  open: (namespace: string) => EventStore,
  can: (ability: StoreAbility) => typeof it | (() => undefined),
): void {
  const aNamespace = (): string => `n_${newId().replaceAll('-', '')}`;

  can('namespaces')('share neither streams nor what is told of them', async () => {
    const [name, other] = [aNamespace(), aNamespace()];
    // Streams of the third begin like streams of the first. The dash behind the category tells them apart.
    const [one, two, three] = [open(name), open(other), open(`${name}_thing`)];
    const stream = aStream();
    const listening = new SubscriptionListener(one, 0n, 'thing-');
    await append(two, stream, 'no-stream', 'of the other');
    await append(three, stream, 'no-stream', 'of the third');
    await append(one, stream, 'no-stream', 'own');
    const { position } = await append(two, stream, 0, 'of the other again');
    await listening.until(() => listening.position >= position);
    await listening.stop();
    expect(listening.events).toMatchObject([{ stream, revision: 0, type: 'own' }]);
    expect(await types(one, stream)).toEqual(['own']);
    expect(await types(two, stream)).toEqual(['of the other', 'of the other again']);
    await expect(append(one, stream, 1, 'late')).rejects.toMatchObject({ name: 'WrongExpectedRevision', stream });
    await Promise.all([one.close(), two.close(), three.close()]);
  });
}
