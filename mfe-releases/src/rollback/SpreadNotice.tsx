import { useEffect, useState } from 'react';
import { Alert } from '@dps/ui';
import { LoadingNotice } from '@dps/ui/data';
import { useOverview } from '../api.ts';
import { isServed, lateText } from '../parts/served.ts';
import { texts } from '../texts.ts';

/** Time in which all gateways serve a change, in ms. They read a bucket every half second. */
const SERVED_WITHIN_MS = 10_000;

interface Props {
  revision: number;
  title: string;
  version: string;
}

/** Follows a rollback until all gateways serve it. */
export function SpreadNotice({ revision, title, version }: Props) {
  const { data } = useOverview({ isFast: true });
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), SERVED_WITHIN_MS);
    return () => clearTimeout(timer);
  }, []);
  if (data && isServed(data.served, revision))
    return <Alert severity="success">{texts.rollback.done(title, version)}</Alert>;
  if (!isLate) return <LoadingNotice text={texts.rollback.stored(revision)} />;
  return (
    <Alert severity="warning" role="alert">
      {lateText(data?.served ?? [], revision)}
    </Alert>
  );
}
