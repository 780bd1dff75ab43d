export { finishRestore } from './after-restore.js';
export { backUp } from './back-up.js';
export { restore } from './restore.js';
export { exportTakenAway } from './taken-away.js';
