import type { FlightRecordView } from '@dps/contract';
import { useSearchParams } from '@dps/ui/router';

const NAME = 'record';

/** The open record, stored in the URL so that Back, reload and shared links work. */
export function useViewedRecord(records: readonly FlightRecordView[]) {
  const [search, setSearch] = useSearchParams();
  const id = search.get(NAME);
  const viewed = id === null ? undefined : records.find((record) => String(record.id) === id);
  const view = (record: FlightRecordView) =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      next.set(NAME, String(record.id));
      return next;
    });
  const close = () =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete(NAME);
        return next;
      },
      { replace: true },
    );
  return { viewed, view, close };
}
