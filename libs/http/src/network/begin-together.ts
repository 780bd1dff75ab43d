import type { FastifyInstance } from 'fastify';
import { TurnStarts } from '@halyard/core';

/** Requests whose bodies were read in one turn of the event loop begin together. A gateway has limited their number. */
export function beginTogether(fastify: FastifyInstance): void {
  const starts = new TurnStarts(Number.POSITIVE_INFINITY);
  fastify.addHook('preValidation', (_request, _reply, done) => starts.add(done));
}
