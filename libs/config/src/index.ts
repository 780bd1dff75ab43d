export type { Environment } from './load-config.js';
export { ConfigError, loadConfig } from './load-config.js';
export type { SettingOptions } from './settings.js';
export { Flag, Group, Int, List, OneOf, Origins, Port, Text, Url, variableOf } from './settings.js';
