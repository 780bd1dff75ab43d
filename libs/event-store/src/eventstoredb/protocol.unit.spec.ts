import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { newId } from '@halyard/core';
import { describe, expect, it } from '@jest/globals';
import {
  appendRequest,
  positionOf,
  readHeadRequest,
  readStreamRequest,
  revisionOf,
  subscribeRequest,
  uuidEnd,
} from './messages.js';
import { decodeAppend, decodeRead, encodeAppend, encodeRead } from './protocol.js';

/** The serialisers of the client, for the same messages. */
const readByClient = (request: Parameters<typeof encodeRead>[0]) =>
  streams.ReadReq.deserializeBinary(encodeRead(request)).toObject().options;

describe('messages, as the client would read or write them', () => {
  it.each([1n, 2n ** 32n, 2n ** 53n + 1n, 2n ** 63n - 1n])('have positions up to the largest (%p)', (position) => {
    const { all } = readByClient(subscribeRequest(position)) ?? {};
    expect(all?.position).toEqual({ commitPosition: String(position), preparePosition: String(position) });
    const event = new streams.ReadResp.ReadEvent.RecordedEvent()
      .setCommitPosition(String(position))
      .setStreamRevision(String(position));
    const sent = new streams.ReadResp().setEvent(new streams.ReadResp.ReadEvent().setEvent(event));
    const received = decodeRead(Buffer.from(sent.serializeBinary())).event?.event;
    expect(received && [positionOf(received), revisionOf(received.revision)]).toEqual([position, Number(position)]);
  });

  it.each([0, 1, 2 ** 40])('have revisions and counts (%p)', (revision) => {
    const forwards = readByClient(readStreamRequest('s-1', 'forwards', revision, 500));
    expect(forwards).toMatchObject({ stream: { revision: String(revision) }, readDirection: 0, count: '500' });
    const backwards = readByClient(readStreamRequest('s-1', 'backwards', undefined, 1));
    expect(backwards).toMatchObject({ stream: { revision: '0', end: {} }, readDirection: 1, count: '1' });
  });

  it('have the filter that leaves out system streams', () => {
    for (const request of [subscribeRequest(0n), readHeadRequest()]) {
      const { filter } = readByClient(request) ?? {};
      expect(filter).toMatchObject({ streamIdentifier: { regex: '^[^$]' }, max: 500, checkpointintervalmultiplier: 1 });
    }
  });

  it.each([1, 2 ** 32 - 1, 2 ** 32, 2 ** 48 - 1])('have ids, whose end is a number (%p), in both ways', (end) => {
    const text = newId().slice(0, -12) + end.toString(16).padStart(12, '0');
    const hex = BigInt(`0x${text.slice(19).replace('-', '')}`);
    const structured = new shared.UUID.Structured()
      .setMostSignificantBits('1')
      .setLeastSignificantBits(String(BigInt.asIntN(64, hex)));
    for (const id of [new shared.UUID().setString(text), new shared.UUID().setStructured(structured)]) {
      const sent = new streams.BatchAppendResp().setCorrelationId(id);
      expect(uuidEnd(decodeAppend(Buffer.from(sent.serializeBinary())).correlation)).toBe(end);
    }
  });

  it.each(['plain', 'ümlaut €', '\u{1f4b8}', '', '\u0000'])('have texts as they are (%j)', (text) => {
    const id = newId();
    const events = [{ id, type: text, data: JSON.stringify(text), metadata: JSON.stringify({ text }) }];
    const bytes = encodeAppend(appendRequest({ stream: `s-${text}`, expected: -1, events, text: 0 }, id));
    const request = streams.BatchAppendReq.deserializeBinary(bytes);
    const [sent] = request.getProposedMessagesList();
    const utf8 = (read: Uint8Array | undefined): string => Buffer.from(read ?? []).toString('utf8');
    expect(utf8(request.getOptions()?.getStreamIdentifier()?.getStreamName_asU8())).toBe(`s-${text}`);
    expect(request.getOptions()?.hasNoStream()).toBe(true);
    expect(request.getIsFinal()).toBe(true);
    expect(sent?.getMetadataMap().getEntryList()).toEqual([
      ['content-type', 'application/json'],
      ['type', text],
    ]);
    expect([utf8(sent?.getData_asU8()), utf8(sent?.getCustomMetadata_asU8())]).toEqual([
      JSON.stringify(text),
      JSON.stringify({ text }),
    ]);
  });
});
