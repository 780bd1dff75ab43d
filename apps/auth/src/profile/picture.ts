import { html, type Html } from '@halyard/pages';
import encode from 'qr';

/** Scanners need light modules around a code. */
const MARGIN = 2;

/** A QR code as SVG: one path, with a square for each dark module. */
export function pictureOf(text: string): Html {
  const rows = encode(text, 'raw', { border: MARGIN });
  const size = rows.length;
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return html`<svg class="picture" viewBox="0 0 ${size} ${size}" role="img" aria-label="Setup key as a QR code">
    <path d="${path}" />
  </svg>`;
}
