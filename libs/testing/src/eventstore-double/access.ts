import type { Metadata, ServerInterceptor, ServiceError } from '@grpc/grpc-js';
import { Metadata as GrpcMetadata, ServerInterceptingCall, status } from '@grpc/grpc-js';
import type { EventLog } from './event-log.js';

/** A member of the group `$admins` may do everything. */
export interface User {
  readonly name: string;
  readonly password: string;
  readonly groups?: readonly string[];
}

type Right = 'read' | 'write' | 'delete';

const ADMINISTRATORS = '$admins';
const EVERYONE = '$all';
/** The names of rights in a stream's access control list: for the stream itself, and for its metadata. */
const NAMES = {
  stream: { read: '$r', write: '$w', delete: '$d' },
  metadata: { read: '$mr', write: '$mw', delete: '$mw' },
} as const;

/**
 * Checks users by the access control lists in the metadata of streams. By default, everyone who logs in may use the
 * streams of users, and only administrators may use those of the system, including `$all`. A double without users lets
 * everyone do everything, as an insecure server does.
 */
export class Access {
  constructor(
    private readonly log: EventLog,
    private readonly users: readonly User[] | undefined,
  ) {}

  /** Whether a call names no user, or gives the right password. */
  knows(metadata: Metadata): boolean {
    return !this.users || metadata.get('authorization').length === 0 || this.userOf(metadata) !== undefined;
  }

  allows(metadata: Metadata, right: Right, stream: string): boolean {
    if (!this.users) return true;
    const user = this.userOf(metadata);
    if (!user) return false;
    const roles = [user.name, ...(user.groups ?? []), EVERYONE];
    if (roles.includes(ADMINISTRATORS)) return true;
    const isMetadata = stream.startsWith('$$');
    const of = isMetadata ? stream.slice(2) : stream;
    const listed = this.log.metadata(of).$acl?.[NAMES[isMetadata ? 'metadata' : 'stream'][right]];
    const allowed = listed ?? (of.startsWith('$') ? ADMINISTRATORS : EVERYONE);
    return [allowed].flat().some((role) => roles.includes(role));
  }

  private userOf(metadata: Metadata): User | undefined {
    const [authorization] = metadata.get('authorization');
    return this.users?.find(
      ({ name, password }) => authorization === `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
    );
  }
}

/** Refuses calls with a wrong password before they begin. */
export const authenticating =
  (access: Access): ServerInterceptor =>
  (_, call) =>
    new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, pass) => {
            if (access.knows(metadata)) pass(metadata);
            else call.sendStatus({ code: status.UNAUTHENTICATED, details: 'Unknown user or password' });
          },
        }),
    });

export function accessDenied(): Partial<ServiceError> {
  const metadata = new GrpcMetadata();
  metadata.set('exception', 'access-denied');
  return { code: status.PERMISSION_DENIED, details: 'Access Denied', metadata };
}
