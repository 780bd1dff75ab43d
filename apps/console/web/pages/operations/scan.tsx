import { type ReactElement, useState } from 'react';
import { addressOf } from '../../api/client.js';

interface ScanProps {
  readonly name: string;
  readonly mediaType: string;
  /** The file's path in the API, which records every read. */
  readonly path: string;
}

const ZOOM_MAX = 4;
/** Quarter turns. Each of them leaves the image where people can scroll to it. */
const turns = [
  'none',
  'rotate(90deg) translateY(-100%)',
  'rotate(180deg) translate(-100%, -100%)',
  'rotate(270deg) translateX(-100%)',
];

/** Shows a file that a stranger uploaded. An image is displayed; any other file can only be saved. */
export function Scan({ name, mediaType, path }: ScanProps): ReactElement {
  const [zoom, setZoom] = useState(1);
  const [turned, setTurned] = useState(0);
  if (!mediaType.startsWith('image/'))
    return (
      <div className="scan">
        <p>This file is no image, and is not shown here.</p>
        <a className="button" href={addressOf(path)} download>
          Download file
        </a>
      </div>
    );
  return (
    <div className="scan">
      <div className="actions">
        <button type="button" disabled={zoom === ZOOM_MAX} onClick={() => setZoom(zoom + 1)}>
          Zoom in
        </button>
        <button type="button" disabled={zoom === 1} onClick={() => setZoom(zoom - 1)}>
          Zoom out
        </button>
        <button type="button" onClick={() => setTurned((turned + 1) % turns.length)}>
          Turn
        </button>
      </div>
      <div className="scrolls" role="group" aria-label="Image, scrolls" tabIndex={0}>
        <img src={addressOf(path)} alt={name} style={{ width: `${String(zoom * 100)}%`, transform: turns[turned] }} />
      </div>
    </div>
  );
}
