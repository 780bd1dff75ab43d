import { newId } from '@halyard/core';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { InMemoryEventStore } from '../in-memory-event-store.js';
import type { Installation } from './installation.js';
import {
  ForeignStreams,
  INSTALLATION_STREAM,
  requireInstallation,
  requireNotForeign,
  takeOver,
} from './installation.js';

/** The row of a database. */
class Row {
  constructor(public installation: Installation = { id: newId(), founded: false }) {}

  read = (): Promise<Installation> => Promise.resolve(this.installation);

  markFounded(): Promise<void> {
    this.installation = { ...this.installation, founded: true };
    return Promise.resolve();
  }
}

class Killed extends Error {}
const killed = (): Promise<never> => Promise.reject(new Killed());

let store: InMemoryEventStore;
beforeEach(() => {
  store = new InMemoryEventStore();
});
const start = (row: Row, on = store): Promise<void> => requireInstallation(on, row, 'halyard');
const events = async (): Promise<unknown[]> => {
  const found = [];
  for await (const { type, data } of store.read(INSTALLATION_STREAM)) found.push({ type, data });
  return found;
};

describe('the first start of an installation', () => {
  it('begins its streams, and every later one finds them', async () => {
    const row = new Row();
    for (let starts = 0; starts < 3; starts += 1) await start(row);
    expect(await events()).toEqual([{ type: 'InstallationFounded', data: { installationId: row.installation.id } }]);
    expect(row.installation.founded).toBe(true);
  });

  it('is finished by the next one, wherever it was killed', async () => {
    const row = new Row();
    const beforeAppend = Object.assign(new InMemoryEventStore(), {
      submit: () => {
        throw new Killed();
      },
    });
    await expect(start(row, beforeAppend)).rejects.toThrow(Killed);
    await expect(start(Object.assign(new Row(row.installation), { markFounded: killed }))).rejects.toThrow(Killed);
    expect(row.installation.founded).toBe(false);
    await start(row);
    expect([await events(), row.installation.founded]).toMatchObject([[{ type: 'InstallationFounded' }], true]);
  });

  it('may be that of several processes at once', async () => {
    const row = new Row();
    await Promise.all(Array.from({ length: 8 }, () => start(row)));
    expect(await events()).toHaveLength(1);
  });

  it('is that of one of two installations which begin in one namespace at once; the other is told whose it is', async () => {
    const rows = [new Row(), new Row()];
    const starts = await Promise.allSettled(rows.map((row) => start(row)));
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [winner] = rows.filter(({ installation }) => installation.founded);
    expect(await events()).toMatchObject([{ data: { installationId: winner?.installation.id } }]);
  });
});

describe('an installation is refused', () => {
  it('with an empty database beside the streams of another, and is told how to take them over', async () => {
    const [one, other] = [new Row(), new Row()];
    await start(one);
    const refusal = start(other);
    await expect(refusal).rejects.toThrow(ForeignStreams);
    for (const said of [one.installation.id, other.installation.id, 'EVENT_STORE_NAMESPACE']) {
      await expect(refusal).rejects.toThrow(said);
    }
    await expect(refusal).rejects.toThrow(`npm run take-over -- ${one.installation.id}`);
    expect(other.installation.founded).toBe(false);
  });

  it('with a database that has streams of its own, and is not told to take over others', async () => {
    const [one, other] = [new Row(), new Row({ id: newId(), founded: true })];
    await start(one);
    const refusal = start(other);
    await expect(refusal).rejects.toThrow(one.installation.id);
    await expect(refusal).rejects.not.toThrow('take-over');
  });

  it('where its streams are not: in another store or namespace, or from before there were namespaces', async () => {
    const row = new Row({ id: newId(), founded: true });
    await expect(start(row)).rejects.toThrow(
      `installation ${row.installation.id}, whose streams are not in namespace halyard`,
    );
    expect(await events()).toEqual([]);
  });
});

describe('taking over', () => {
  it('makes the streams of a lost database those of a new one, once, and the old one is refused', async () => {
    const [lost, fresh] = [new Row(), new Row()];
    await start(lost);
    const again = Object.assign(new Row(fresh.installation), { markFounded: killed });
    await expect(takeOver(store, again, lost.installation.id)).rejects.toThrow(Killed);
    await takeOver(store, fresh, lost.installation.id);
    await start(fresh);
    await expect(start(lost)).rejects.toThrow(fresh.installation.id);
    expect(await events()).toHaveLength(2);
  });

  it('takes no streams but those that were named, and none for a database that has its own', async () => {
    const [lost, fresh] = [new Row(), new Row()];
    await expect(takeOver(store, fresh, lost.installation.id)).rejects.toThrow('belong to nobody');
    await start(lost);
    await expect(takeOver(store, fresh, newId())).rejects.toThrow(`belong to ${lost.installation.id}`);
    const busy = new Row({ id: newId(), founded: true });
    await expect(takeOver(store, busy, lost.installation.id)).rejects.toThrow('has streams of its own');
  });
});

describe('a look at whose streams they are', () => {
  const look = (row: Row): Promise<void> => requireNotForeign(store, row, 'halyard');

  it('writes nothing before the first start, and finds nothing wrong', async () => {
    const row = new Row();
    await look(row);
    expect(await events()).toEqual([]);
    expect(row.installation.founded).toBe(false);
    await start(row);
    await look(row);
  });

  it('ends with the words of a start', async () => {
    const [row, other] = [new Row(), new Row()];
    await start(row);
    const sentenceOf = (check: Promise<void>) =>
      check.then(
        () => '',
        ({ message }: Error) => message,
      );
    const ofStart = await sentenceOf(start(other));
    expect(ofStart).toContain('belong to installation');
    await expect(look(other)).rejects.toThrow(ForeignStreams);
    expect(await sentenceOf(look(other))).toBe(ofStart);
    store = new InMemoryEventStore();
    await expect(look(row)).rejects.toThrow('whose streams are not in namespace halyard');
  });
});
