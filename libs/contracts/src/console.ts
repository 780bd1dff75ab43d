import { z } from 'zod';
import { personRoles } from './people.js';

/** What decides whether a request of a page of the console goes on to the API. */
export const consoleRequest = z.object({
  method: z.string(),
  /** Of the API, as its row has it. */
  path: z.string(),
  /** Where the browser finds the console. */
  origin: z.string(),
  /** The fields of the request, by names in lower case. */
  headers: z.object({
    cookie: z.string().optional(),
    origin: z.string().optional(),
    referer: z.string().optional(),
    'sec-fetch-site': z.string().optional(),
    'x-console': z.string().optional(),
  }),
  /** The access token that this was answered before, where that has ended by now. Its session may go on. */
  ended: z.string().optional(),
});
export type ConsoleRequest = z.infer<typeof consoleRequest>;

/** As whom the request goes on. */
export const consoleAdmission = z.object({
  authorization: z.string(),
  /** So long, in milliseconds since 1970, a gateway need not ask again for requests of the session that only read. */
  untilMs: z.number().default(0),
});
export type ConsoleAdmission = z.infer<typeof consoleAdmission>;

export const memberQuestion = z.object({ accessToken: z.string() });

/** A person that may act for an account. */
export const consoleMember = z.object({
  email: z.string(),
  name: z.string(),
  role: z.enum(personRoles),
  accountName: z.string(),
  /** How many accounts it may act for. */
  accounts: z.number().default(1),
});
export type ConsoleMember = z.infer<typeof consoleMember>;
