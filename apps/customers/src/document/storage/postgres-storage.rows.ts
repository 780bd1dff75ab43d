import { queryPrepared } from '@halyard/persistence';
import type { DataSource } from 'typeorm';
import { DocumentStorage, NoSuchContent } from './document-storage.js';

/** Size of a row. Each upload holds about two of them in memory. */
const PIECE_BYTES = 128 * 1024;

/** This insert does not wait for the disk. The later commit of the document's record waits for both. */
const ADD = {
  name: 'add-document-bytes',
  text: `
    WITH lazily AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
    INSERT INTO document_bytes (document_id, place, content) SELECT $1, $2, $3 FROM lazily`,
};
const READ = {
  name: 'read-document-bytes',
  text: 'SELECT content FROM document_bytes WHERE document_id = $1 AND place = $2',
};
const REMOVE = { name: 'remove-document-bytes', text: 'DELETE FROM document_bytes WHERE document_id = $1' };

/** Rows have a limited size, and each has a transaction of its own, so that no transaction waits for a client. */
export class PostgresStorage extends DocumentStorage {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async write(id: string, content: AsyncIterable<Buffer>): Promise<void> {
    let place = 0;
    for await (const piece of inPieces(content)) {
      await queryPrepared(this.dataSource, ADD, [id, place, piece]);
      place += 1;
    }
  }

  async *read(id: string): AsyncIterable<Buffer> {
    for (let place = 0; ; place += 1) {
      const [row] = await queryPrepared<{ content: Buffer }>(this.dataSource, READ, [id, place]);
      if (row) yield row.content;
      else if (place === 0) throw new NoSuchContent(id);
      else return;
    }
  }

  async remove(id: string): Promise<void> {
    await queryPrepared(this.dataSource, REMOVE, [id]);
  }
}

/** Reuses one buffer: the caller must be done with a piece before it asks for the next. */
async function* inPieces(content: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
  let bytes = 0;
  for await (const chunk of content) {
    for (let from = 0; from < chunk.length;) {
      const copied = chunk.copy(piece, bytes, from);
      from += copied;
      bytes += copied;
      if (bytes < PIECE_BYTES) continue;
      yield piece;
      bytes = 0;
    }
  }
  if (bytes > 0) yield piece.subarray(0, bytes);
}
