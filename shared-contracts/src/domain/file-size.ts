const KILO = 1024;

const formatUnit = (value: number, unit: 'byte' | 'kilobyte' | 'megabyte' | 'gigabyte') =>
  new Intl.NumberFormat('en-US', {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: unit === 'byte' || unit === 'kilobyte' ? 0 : 1,
  }).format(value);

/** A file size with its unit: "820 bytes", "76 kB", "1.4 MB", "50 GB". */
export function formatFileSize(bytes: number): string {
  if (bytes < KILO) return formatUnit(bytes, 'byte');
  const kilobytes = Math.round(bytes / KILO);
  if (kilobytes < KILO) return formatUnit(kilobytes, 'kilobyte');
  return bytes < KILO ** 3
    ? formatUnit(bytes / KILO ** 2, 'megabyte')
    : formatUnit(bytes / KILO ** 3, 'gigabyte');
}
