import type { DestinationStream } from 'pino';

interface Line {
  level: number;
  msg: string;
  [field: string]: unknown;
}

/** A log in memory. */
export interface RecordedLog extends DestinationStream {
  /** The complete text of the log. */
  text(): string;
  /** The parsed lines. Throws if a line is not JSON. */
  lines(): Line[];
  /** Waits for the first matching line. */
  line(matches: (line: Line) => boolean): Promise<Line>;
}

function parse(text: string): Line {
  const value: unknown = JSON.parse(text);
  const { level, msg, ...fields } = Object(value);
  return { ...fields, level: Number(level), msg: String(msg) };
}

export function recordLog(): RecordedLog {
  const written: string[] = [];
  const waiting = new Set<() => void>();
  // Split at line breaks, because log readers do so.
  const lines = () => written.join('').trimEnd().split('\n').filter(Boolean).map(parse);
  return {
    write: (text) => {
      written.push(text);
      for (const look of waiting) look();
    },
    text: () => written.join(''),
    lines,
    line: (matches) =>
      new Promise((resolve) => {
        const look = () => {
          const found = lines().find(matches);
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
  };
}
