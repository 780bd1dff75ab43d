import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ name: 'log_in_attempts' })
export class LogInAttempt {
  @PrimaryColumn({ name: 'state_hash', type: 'text' })
  stateHash!: string;

  @Column({ name: 'session_id', type: 'uuid' })
  sessionId!: string;

  @Column({ type: 'text' })
  nonce!: string;

  @Column({ type: 'text' })
  verifier!: string;

  @Column({ name: 'return_path', type: 'text' })
  returnPath!: string;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt!: Date;
}
