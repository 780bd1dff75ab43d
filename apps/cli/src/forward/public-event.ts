import { z } from 'zod';

const link = z.looseObject({ href: z.string(), type: z.string().optional() });

const publicEvent = z.looseObject({
  id: z.string(),
  topic: z.string(),
  created: z.string(),
  resourceId: z.string(),
  _links: z.looseObject({ resource: link, self: link }),
});

/** What every event has; whatever else it has is passed on as it is. */
export type PublicEvent = z.infer<typeof publicEvent>;

/** @throws ZodError for what is none */
export const readEvent = (body: string): PublicEvent => publicEvent.parse(JSON.parse(body));

/** A line for people: time, topic, resource, id. */
export const lineOf = ({ created, topic, id, _links }: PublicEvent): string =>
  `${created}  ${topic.padEnd(40)}  ${_links.resource.href}  ${id}`;
