import type { FastifyInstance } from 'fastify';
import { TurnStarts } from '@halyard/core';

/**
 * Lets requests whose bodies were read in one turn of the event loop begin together. The gateway has limited their
 * number.
 */
export function beginTogether(fastify: FastifyInstance): void {
  const starts = new TurnStarts(Number.POSITIVE_INFINITY);
  fastify.addHook('preValidation', (_request, _reply, done) => starts.add(done));
}
