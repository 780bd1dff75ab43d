import { triggerTopics, untriggered } from '@halyard/cli/trigger';
import { publicTopics } from '@halyard/webhooks/public-topics';
import { asyncApiDocument } from '../../asyncapi/document.ts';
import { topicRow } from '../../reference/topics.ts';
import type { Page } from '../page.ts';
import { eventLink, operationLink, resourceLink } from './links.ts';
import { code, jsonBlock, parts, section, shellBlock, tableOf } from './markdown.ts';
import { exampleOf } from './resources.ts';

const isOfCustomer = (topic: string): boolean => topic.startsWith('customer_');

interface Example {
  readonly id?: string;
  readonly _links: Readonly<Record<string, object>>;
}

/** An event as `GET /events/{id}` answers it, with the example of its resource. */
function eventOf(topic: string, kind: string): object {
  const [event, resource, customer] = ['event', kind, 'customer'].map((one) => exampleOf(one) as Example);
  return {
    ...event,
    topic,
    resourceId: resource?.id,
    _links: {
      ...event?._links,
      resource: resource?._links['self'],
      ...(isOfCustomer(topic) && { customer: customer?._links['self'] }),
    },
  };
}

const cause = (topic: string): string =>
  triggerTopics.includes(topic)
    ? parts('In the sandbox, with the suite running:', shellBlock(`npx --no halyard trigger ${topic}`))
    : `The command line does not cause it, since it ${untriggered[topic]}.`;

function pageOf(topic: string): Page {
  const [kind, sentWhen] = topicRow(topic);
  return {
    slug: `events/${topic}`,
    title: topic,
    group: isOfCustomer(topic) ? 'About customers' : 'About the account',
    text: parts(
      isOfCustomer(topic)
        ? 'An event about a customer of the account.'
        : 'An event about the account itself, or its own banks and transfers.',
      section('When', sentWhen),
      section(
        'To whom',
        'To each webhook subscription of the account, signed; into the list of events; and to each live stream.',
        'An application hears of the events of its account, and of no other.',
      ),
      section('Payload', jsonBlock(eventOf(topic, kind))),
      section(
        'Snapshot',
        `The link \`resource\` leads to the ${resourceLink(kind)} as it is now. ${operationLink('getEvent')} and ${operationLink('listEvents')} with \`embed=resource\` have it as it was when the event was recorded.`,
      ),
      section('Cause it', cause(topic)),
    ),
  };
}

interface Channel {
  readonly description: string;
  readonly messages: Readonly<Record<string, object>>;
}

/** The topics of the bus between services. They contain no secrets and no personal data. */
const channels = Object.entries(
  (asyncApiDocument() as { readonly channels: Readonly<Record<string, Channel>> }).channels,
);

const channelPage = ([topic, { description, messages }]: (typeof channels)[number]): Page => ({
  slug: `events/${topic}`,
  title: topic,
  group: 'Between services',
  text: parts(
    `A topic of the bus between services: ${description}`,
    section(
      'When',
      'A message is sent once what it tells is stored. These are its messages:',
      Object.keys(messages)
        .map((name) => `- ${code(name)}`)
        .join('\n'),
    ),
    section('Payload', 'A CloudEvent. [asyncapi.json](/asyncapi.json) has the schema of each message.'),
    section(
      'Cause it',
      'Clients do not send to it: what they change by the API causes the messages. [Add a consumer](/docs/how-to/add-a-consumer/) says how a service listens.',
    ),
  ),
});

export function eventPages(): readonly Page[] {
  const list = tableOf(
    ['Topic', 'Resource', 'Sent when'],
    publicTopics.map((topic) => {
      const [kind, sentWhen] = topicRow(topic);
      return [eventLink(topic), resourceLink(kind), sentWhen];
    }),
  );
  return [
    {
      slug: 'events',
      title: 'Events',
      text: parts(
        'What a suite tells: each topic, when it is sent, with what, and how to cause it. One that begins with `customer_` is about a customer.',
        'How to get them: [receive webhooks](/docs/how-to/receive-webhooks/), [follow events](/docs/how-to/follow-events/).',
        list,
        section(
          'Between services',
          channels.map(([topic, { description }]) => `- ${eventLink(topic)}: ${description}`).join('\n'),
        ),
      ),
    },
    ...publicTopics.map(pageOf),
    ...channels.map(channelPage),
  ];
}
