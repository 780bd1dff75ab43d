import type { z } from 'zod';
import type { ServiceName } from '../callers/services.js';

/** Each service that publishes events has one topic. */
export type Topic = `${Exclude<ServiceName, 'gateway' | 'console'>}.events.v1`;

/**
 * CloudEvents 1.0 in JSON. `partitionkey` names the resource within which order matters, and `sequence` counts its
 * events from 1 without gaps: consumers drop duplicates and wait for missing ones. Carries no secrets and no personal
 * data.
 */
export interface CloudEvent<Type extends string = string, Data = unknown> {
  readonly specversion: '1.0';
  readonly id: string;
  /** The topic to which the event was published. */
  readonly source: string;
  /** `<service>.<past-tense>.v<version>` */
  readonly type: Type;
  readonly subject: string;
  /** When the event happened, by the account's clock. */
  readonly time: string;
  /** When the service recorded the event, by the system's clock. Absent from events of earlier versions. */
  readonly recordedtime?: string;
  readonly datacontenttype: 'application/json';
  readonly accountid: string;
  readonly partitionkey: string;
  readonly sequence: number;
  readonly traceparent?: string;
  readonly data: Data;
}

type EventSchemas = Readonly<Record<string, z.ZodType>>;

/**
 * The events of one topic: their types, each with the schema of its data. The AsyncAPI document is made from
 * catalogues.
 */
export interface EventCatalogue<Schemas extends EventSchemas = EventSchemas> {
  readonly topic: Topic;
  readonly schemas: Schemas;
}

export const catalogue = <Schemas extends EventSchemas>(topic: Topic, schemas: Schemas): EventCatalogue<Schemas> => ({
  topic,
  schemas,
});

/** The union of a catalogue's events as { type, data }, which a service writes. */
export type FactOf<Catalogue extends EventCatalogue> = {
  [Type in keyof Catalogue['schemas'] & string]: {
    readonly type: Type;
    readonly data: z.infer<Catalogue['schemas'][Type]>;
  };
}[keyof Catalogue['schemas'] & string];

/** The union of a catalogue's events as they travel, which a consumer gets. */
export type CloudEventOf<Catalogue extends EventCatalogue> = {
  [Type in keyof Catalogue['schemas'] & string]: CloudEvent<Type, z.infer<Catalogue['schemas'][Type]>>;
}[keyof Catalogue['schemas'] & string];
