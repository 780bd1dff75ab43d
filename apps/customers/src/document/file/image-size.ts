/** A larger picture would cost a viewer more memory than a document is worth. */
const PIXELS_MAX = 100_000_000;
const SIDE_MAX = 30_000;

export const isViewable = (width: number, height: number): boolean =>
  width > 0 && height > 0 && width <= SIDE_MAX && height <= SIDE_MAX && width * height <= PIXELS_MAX;
