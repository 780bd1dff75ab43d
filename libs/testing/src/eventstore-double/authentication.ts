import type { ServerInterceptor } from '@grpc/grpc-js';
import { ServerInterceptingCall, status } from '@grpc/grpc-js';

/** Lets through only calls that name the user and the password. */
export function authenticating(credentials: string): ServerInterceptor {
  const expected = `Basic ${Buffer.from(credentials).toString('base64')}`;
  return (_, call) =>
    new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, pass) => {
            if (metadata.get('authorization')[0] === expected) pass(metadata);
            else call.sendStatus({ code: status.UNAUTHENTICATED, details: 'Unknown user or password' });
          },
        }),
    });
}
