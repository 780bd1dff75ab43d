import { z } from 'zod';

const link = z.looseObject({ href: z.string(), type: z.string().optional() });

const publicEvent = z.looseObject({
  id: z.string(),
  topic: z.string(),
  created: z.string(),
  resourceId: z.string(),
  _links: z.looseObject({ resource: link, self: link }),
});

/** The fields that every event has; all others are passed on as they are. */
export type PublicEvent = z.infer<typeof publicEvent>;

/** @throws ZodError for a body that is not an event */
export const readEvent = (body: string): PublicEvent => publicEvent.parse(JSON.parse(body));

/** A line for people: time, topic, resource, id. */
export const lineOf = ({ created, topic, id, _links }: PublicEvent): string =>
  `${created}  ${topic.padEnd(40)}  ${_links.resource.href}  ${id}`;
