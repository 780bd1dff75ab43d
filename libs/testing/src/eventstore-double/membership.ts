import gossipMessages from '@eventstore/db-client/generated/gossip_pb.js';
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { handleUnaryCall, ServerInterceptor } from '@grpc/grpc-js';
import { Metadata, ServerInterceptingCall, status } from '@grpc/grpc-js';

const HOST = '127.0.0.1';

/** A node as others see it. */
interface Member {
  readonly port: number;
  readonly isListening: boolean;
}

/** What a node knows of its cluster. */
export interface Membership {
  readonly members: readonly Member[];
  readonly leaderPort: number;
}

export const alone = (node: Member): Membership => ({
  members: [node],
  get leaderPort() {
    return node.port;
  },
});

/** The gossip by which clients find the leader. */
export const gossip =
  (membership: Membership): handleUnaryCall<Empty, ClusterInfo> =>
  (_, answer) => {
    const { LEADER, FOLLOWER } = gossipMessages.MemberInfo.VNodeState;
    const members = membership.members.map(({ port, isListening }) =>
      new gossipMessages.MemberInfo()
        .setInstanceId(new shared.UUID().setString(crypto.randomUUID()))
        .setTimeStamp('0')
        .setState(port === membership.leaderPort ? LEADER : FOLLOWER)
        .setIsAlive(isListening)
        .setHttpEndPoint(new gossipMessages.EndPoint().setAddress(HOST).setPort(port)),
    );
    answer(null, new gossipMessages.ClusterInfo().setMembersList(members));
  };

/** A node that does not lead refuses the calls that require a leader, and says who it is. */
export const leading =
  (leads: () => boolean, membership: Membership): ServerInterceptor =>
  (_, call) =>
    new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, pass) => {
            if (leads() || metadata.get('requires-leader')[0] !== 'true') pass(metadata);
            else
              call.sendStatus({
                code: status.NOT_FOUND,
                details: 'Leader info available',
                metadata: towards(membership),
              });
          },
        }),
    });

function towards({ leaderPort }: Membership): Metadata {
  const metadata = new Metadata();
  metadata.set('exception', 'not-leader');
  metadata.set('leader-endpoint-host', HOST);
  metadata.set('leader-endpoint-port', String(leaderPort));
  return metadata;
}
