import { publicTopics } from '../event/public-topics.js';

/** Postgres keeps no NUL. */
export const SECRET = /^[^\0]{1,128}$/u;
export const DESCRIPTION_LENGTH_MAX = 255;

/** Stands for every topic, those to come among them. */
const EVERY_TOPIC = '*';
export const TOPICS: readonly string[] = [EVERY_TOPIC, ...publicTopics];

/** As they are kept: each once, and none where all are meant. */
export const keptTopics = (topics: readonly string[]): string[] | null =>
  topics.includes(EVERY_TOPIC) ? null : [...new Set(topics)];
