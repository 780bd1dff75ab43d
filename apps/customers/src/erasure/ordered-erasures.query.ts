import { type DataSource, IsNull } from 'typeorm';
import { Erasure } from './erasure.entity.js';

/** Whether persons are still to be erased again, because a backup of before their erasure was restored. */
export const hasErasuresOfRestore = ({ manager }: DataSource): Promise<boolean> =>
  manager.existsBy(Erasure, { unconditional: true, ended: IsNull() });
