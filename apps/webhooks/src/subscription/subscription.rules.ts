import type { TextFormat } from '@halyard/input';
import { publicTopics } from '../event/public-topics.js';

/** The form of a secret. It excludes NUL, which Postgres can't store in text. */
export const SECRET: TextFormat = {
  pattern: /^[^\0]{1,128}$/u,
  description: '1 to 128 characters without NUL.',
  content: 'secret',
};
export const DESCRIPTION_LENGTH_MAX = 255;

/** Stands for every topic, including future ones. */
const EVERY_TOPIC = '*';
export const TOPICS: readonly string[] = [EVERY_TOPIC, ...publicTopics];

export const TOPICS_ALLOWED = 'Topics of events, such as customer_created, or * for all.';

/** Prepares topics for storing: each once, or null for all. */
export const keptTopics = (topics: readonly string[]): string[] | null =>
  topics.includes(EVERY_TOPIC) ? null : [...new Set(topics)];
