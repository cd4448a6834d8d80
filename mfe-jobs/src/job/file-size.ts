const KILO = 1024;

const format = (value: number, unit: 'byte' | 'kilobyte' | 'megabyte') =>
  new Intl.NumberFormat('en-US', {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: unit === 'megabyte' ? 1 : 0,
  }).format(value);

/** A file's size for people: "820 bytes", "76 kB", "1.4 MB". */
export function formatFileSize(bytes: number): string {
  if (bytes < KILO) return format(bytes, 'byte');
  const kilobytes = Math.round(bytes / KILO);
  return kilobytes < KILO ? format(kilobytes, 'kilobyte') : format(bytes / KILO ** 2, 'megabyte');
}
