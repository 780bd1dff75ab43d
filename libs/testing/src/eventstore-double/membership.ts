import gossipMessages from '@eventstore/db-client/generated/gossip_pb.js';
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { handleUnaryCall, ServerInterceptor, StatusObject } from '@grpc/grpc-js';
import { Metadata, ServerInterceptingCall, status } from '@grpc/grpc-js';

const HOST = '127.0.0.1';
/** The ticks in which servers count time since 1970, of 100 ns each. */
const TICKS_PER_MS = 10_000n;

interface Member {
  readonly id: string;
  readonly port: number;
  readonly isListening: boolean;
}

export interface Membership {
  readonly members: readonly Member[];
  /** Port of the leader; undefined during an election. */
  readonly leaderPort: number | undefined;
}

export const alone = (node: Member): Membership => ({
  members: [node],
  get leaderPort() {
    return node.port;
  },
});

/** The gossip service, by which clients find the leader. */
export const gossip =
  (membership: Membership): handleUnaryCall<Empty, ClusterInfo> =>
  (_, answer) => {
    const { LEADER, FOLLOWER, UNKNOWN } = gossipMessages.MemberInfo.VNodeState;
    const { members: nodes, leaderPort } = membership;
    const stateOf = (port: number) => (port === leaderPort ? LEADER : FOLLOWER);
    const members = nodes.map(({ id, port, isListening }) =>
      new gossipMessages.MemberInfo()
        .setInstanceId(new shared.UUID().setString(id))
        .setTimeStamp(String(BigInt(Date.now()) * TICKS_PER_MS))
        .setState(leaderPort === undefined ? UNKNOWN : stateOf(port))
        .setIsAlive(isListening)
        .setHttpEndPoint(new gossipMessages.EndPoint().setAddress(HOST).setPort(port)),
    );
    answer(null, new gossipMessages.ClusterInfo().setMembersList(members));
  };

/** Makes a node that does not lead refuse calls that require a leader, and name the leader. */
export const leading =
  (leads: () => boolean, membership: Membership): ServerInterceptor =>
  (_, call) =>
    new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, pass) => {
            if (leads() || metadata.get('requires-leader')[0] !== 'true') pass(metadata);
            else call.sendStatus(notLeader(membership));
          },
        }),
    });

/** The status with which such a node ends a call. */
export function notLeader({ leaderPort }: Membership): StatusObject {
  const metadata = new Metadata();
  if (leaderPort === undefined) {
    return { code: status.UNKNOWN, details: 'No leader info available in response', metadata };
  }
  metadata.set('exception', 'not-leader');
  metadata.set('leader-endpoint-host', HOST);
  metadata.set('leader-endpoint-port', String(leaderPort));
  return { code: status.NOT_FOUND, details: 'Leader info available', metadata };
}
