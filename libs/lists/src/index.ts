export {
  type FilterCondition,
  Conditions,
  type FilterConditions,
  isFiltered,
  type Parameter,
  type Way,
} from './conditions.js';
export { COUNT_MAX, countUpToMax, refuseUncounted, totalOf } from './count.js';
export { anywhere, atWordStart } from './like.js';
export { GrowingLists } from './growing-lists.js';
export { beginsWords, folded, nameWords } from './words.js';
export { type ListPage, type Match, type Matches, newestFirst, NumberedList, type OwnerList } from './numbered-list.js';
export { nextNumber, refuseLost } from './lost-numbers.js';
export { anchored, lengthOf, type NumberGap, type Range } from './range.js';
