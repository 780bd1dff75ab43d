const DURATION = /^P(?:(\d+)W|(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?)$/;
const units = ['week', 'day', 'hour', 'minute', 'second'] as const;

/** An ISO 8601 duration in words: `P1DT12H` is `1 day 12 hours`. Another text stays as it is. */
export function durationText(duration: string): string {
  const counts = DURATION.exec(duration)?.slice(1) ?? [];
  const told = units.flatMap((unit, place) => {
    const count = counts[place];
    return count === undefined ? [] : [`${count} ${unit}${count === '1' ? '' : 's'}`];
  });
  return told.length === 0 ? duration : told.join(' ');
}
