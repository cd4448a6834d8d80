const UNITS = [
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const;

const inUnits = (unit: string, count: number) =>
  new Intl.NumberFormat('en-US', { style: 'unit', unit, unitDisplay: 'long' }).format(count);

/** A time to wait, in the largest unit of which it holds more than one, rounded up: "45 seconds", "12 minutes". */
export function waitText(seconds: number): string {
  const fitting = UNITS.find((each) => seconds > each.seconds);
  return fitting ? inUnits(fitting.unit, Math.ceil(seconds / fitting.seconds)) : inUnits('second', seconds);
}
