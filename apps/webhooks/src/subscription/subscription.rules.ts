import { publicTopics } from '../event/public-topics.js';

/** Postgres can't store NUL in text. */
export const SECRET = /^[^\0]{1,128}$/u;
export const DESCRIPTION_LENGTH_MAX = 255;

/** Stands for every topic, future ones included. */
const EVERY_TOPIC = '*';
export const TOPICS: readonly string[] = [EVERY_TOPIC, ...publicTopics];

/** Topics as they are stored: each once, and null for all. */
export const keptTopics = (topics: readonly string[]): string[] | null =>
  topics.includes(EVERY_TOPIC) ? null : [...new Set(topics)];
