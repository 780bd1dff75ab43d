import { z } from 'zod';
import { personRoles } from '../people/roles.js';

/** The parts of a console page's request that decide whether it goes on to the API. */
export const consoleRequest = z.object({
  method: z.string(),
  /** The path of the API, as in the row of its route. */
  path: z.string(),
  /** The origin at which the browser reaches the console. */
  origin: z.string(),
  /** Header fields of the request, by their names in lower case. */
  headers: z.object({
    cookie: z.string().optional(),
    origin: z.string().optional(),
    referer: z.string().optional(),
    'sec-fetch-site': z.string().optional(),
    'x-console': z.string().optional(),
  }),
  /** The access token from an earlier answer, if that token has ended. Its session may go on. */
  ended: z.string().optional(),
});
export type ConsoleRequest = z.infer<typeof consoleRequest>;

/** The person for whom the request goes on to the API. */
export const consoleAdmission = z.object({
  authorization: z.string(),
  /**
   * Until this time, in milliseconds since 1970, a gateway need not ask again for the session's requests that only
   * read.
   */
  untilMs: z.number().default(0),
});
export type ConsoleAdmission = z.infer<typeof consoleAdmission>;

export const memberQuestion = z.object({ accessToken: z.string() });

/** A person who may act for an account. */
export const consoleMember = z.object({
  email: z.string(),
  name: z.string(),
  role: z.enum(personRoles),
  accountName: z.string(),
  /** The number of accounts for which the person may act. */
  accounts: z.number().default(1),
});
export type ConsoleMember = z.infer<typeof consoleMember>;
