export { examine } from './examine.js';
export { faults } from './faults/index.js';
export { exitCodeOf, sentencesOf } from './report.js';
