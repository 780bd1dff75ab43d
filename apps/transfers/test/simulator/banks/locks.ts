import type { Life, Schedule } from '../schedule.js';

const LOOK_MS = 3;

/** Locks on rows. A process that dies holds none any more. */
export class Locks {
  private readonly held = new Map<string, { readonly owner: object; readonly life: Life }>();

  constructor(private readonly schedule: Schedule) {}

  isHeld(name: string): boolean {
    const lock = this.held.get(name);
    return lock !== undefined && !lock.life.isOver;
  }

  isHeldBy(name: string, owner: object): boolean {
    return this.isHeld(name) && this.held.get(name)?.owner === owner;
  }

  /** Waits until the owner has the lock. */
  async take(name: string, owner: object, life: Life): Promise<void> {
    while (this.isHeld(name) && this.held.get(name)?.owner !== owner) {
      await this.schedule.sleep(life, LOOK_MS).over;
    }
    this.held.set(name, { owner, life });
  }

  release(owner: object): void {
    for (const [name, lock] of this.held) if (lock.owner === owner) this.held.delete(name);
  }
}
