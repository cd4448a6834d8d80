const KILO = 1024;

const formatUnit = (value: number, unit: 'byte' | 'kilobyte' | 'megabyte') =>
  new Intl.NumberFormat('en-US', {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: unit === 'megabyte' ? 1 : 0,
  }).format(value);

/** A file size with its unit: "820 bytes", "76 kB", "1.4 MB". */
export function formatFileSize(bytes: number): string {
  if (bytes < KILO) return formatUnit(bytes, 'byte');
  const kilobytes = Math.round(bytes / KILO);
  return kilobytes < KILO ? formatUnit(kilobytes, 'kilobyte') : formatUnit(bytes / KILO ** 2, 'megabyte');
}
