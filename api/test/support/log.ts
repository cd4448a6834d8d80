import type { DestinationStream } from 'pino';

interface Line {
  level: number;
  msg: string;
  [field: string]: unknown;
}

/** A log that is kept in memory, to be read by tests. */
export interface RecordedLog extends DestinationStream {
  /** Everything that was written, as it was written. */
  text(): string;
  /** Every line, parsed: throws when one is no JSON object. */
  lines(): Line[];
  /** The first line that is as described, as soon as there is one. */
  line(isIt: (line: Line) => boolean): Promise<Line>;
}

function parse(text: string): Line {
  const value: unknown = JSON.parse(text);
  const { level, msg, ...fields } = Object(value);
  return { ...fields, level: Number(level), msg: String(msg) };
}

export function recordLog(): RecordedLog {
  const written: string[] = [];
  const waiting = new Set<() => void>();
  // By line breaks, not by writes: that is how others read it.
  const lines = () => written.join('').trimEnd().split('\n').filter(Boolean).map(parse);
  return {
    write: (text) => {
      written.push(text);
      for (const look of waiting) look();
    },
    text: () => written.join(''),
    lines,
    line: (isIt) =>
      new Promise((resolve) => {
        const look = () => {
          const found = lines().find(isIt);
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
  };
}
