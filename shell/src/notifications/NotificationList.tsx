import type { ReactNode } from 'react';
import { Button, Icon, icons, styled, Typography } from '@dps/ui';
import { LoadingShape } from '@dps/ui/loading-shape';
import { Link } from '@dps/ui/router';
import { formatInstantDay, localDay } from '@dps/contract';
import { texts } from '../texts/first-load.ts';
import { frameTexts } from '../texts/frame.ts';
import { addressOf, type Notification, type NotificationType } from './notification.rules.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Age in days from which on a notification shows its date. */
const WEEK = 7;

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
const midnight = (moment: Date) => Date.parse(`${localDay(moment)}T00:00:00Z`);

/** Formats the age of a moment: "5 minutes ago", "yesterday"; after a week, its date. */
export function formatSince(moment: Date, now: Date): string {
  const passed = now.getTime() - moment.getTime();
  // The age is negative if the user's clock is behind the server's.
  if (passed < MINUTE) return frameTexts.notifications.justNow;
  if (passed < HOUR) return relative.format(-Math.floor(passed / MINUTE), 'minute');
  if (passed < DAY) return relative.format(-Math.floor(passed / HOUR), 'hour');
  const days = Math.round((midnight(now) - midnight(moment)) / DAY);
  return days < WEEK ? relative.format(-days, 'day') : formatInstantDay(moment.toISOString());
}

const ICONS = {
  info: icons.info,
  warning: icons.clock,
  success: icons.checkCircle,
} as const satisfies Record<NotificationType, string>;
const TONES = { info: 'blue', warning: 'yellow', success: 'green' } as const satisfies Record<
  NotificationType,
  string
>;

const Room = styled('div')({ width: 360, maxWidth: 'calc(100vw - 34px)' });
const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  minHeight: 52,
  padding: '8px 8px 8px 16px',
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
}));
const Items = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });
const Item = styled('li')(({ theme }) => ({
  '& + &': { borderTop: `1px solid ${theme.vars.palette.divider}` },
}));
const Target = styled(Link)(({ theme }) => ({
  display: 'flex',
  gap: 12,
  padding: '12px 16px',
  color: 'inherit',
  textDecoration: 'none',
  '&:hover': { backgroundColor: theme.vars.palette.action.hover },
  // Outside the link, the edge of the list would clip the focus ring.
  '&:focus-visible': { outlineOffset: -2 },
}));
const Sign = styled('span')(({ theme }) => ({
  display: 'flex',
  marginTop: 1,
  ...Object.fromEntries(
    Object.values(TONES).map((tone) => [
      `&[data-tone="${tone}"]`,
      { color: theme.vars.palette.tones[tone].text },
    ]),
  ),
}));
const TextColumn = styled('span')({ minWidth: 0, '& > *': { display: 'block' } });
const Foot = styled('p')(({ theme }) => ({
  margin: 0,
  padding: '10px 16px',
  fontSize: theme.typography.caption.fontSize,
  color: theme.vars.palette.text.secondary,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
}));

const MESSAGES = 'M20 2H4c-1.1 0-2 .9-2 2v18l4-4h14c1.1 0 2-.9 2-2V4c0-1.1-.9-2-2-2m0 14H5.17L4 17.17V4h16z';

/** The threads with unread messages, as a link to their page. */
function ThreadsEntry({ threads, onFollow }: { threads: number; onFollow: () => void }) {
  return (
    <Item>
      <Target to="/messages" onClick={onFollow}>
        <Sign data-tone="blue">
          <Icon path={MESSAGES} />
        </Sign>
        <Typography variant="subtitle2" component="span">
          {frameTexts.notifications.threads(threads)}
        </Typography>
      </Target>
    </Item>
  );
}

interface EntryProps {
  notification: Notification;
  now: Date;
  onFollow: (notification: Notification) => void;
}

function Entry({ notification, now, onFollow }: EntryProps) {
  const { title, message, type, time } = notification;
  return (
    <Item>
      <Target to={addressOf(notification)} onClick={() => onFollow(notification)}>
        <Sign data-tone={TONES[type]}>
          <Icon path={ICONS[type]} />
        </Sign>
        <TextColumn>
          <Typography variant="subtitle2" component="span">
            {title}
          </Typography>
          <Typography component="span">{message}</Typography>
          <Typography variant="caption" color="textSecondary" component="time" dateTime={time}>
            {formatSince(new Date(time), now)}
          </Typography>
        </TextColumn>
      </Target>
    </Item>
  );
}

interface Props {
  titleId: string;
  /** Whether the jobs have not arrived yet. */
  loading: boolean;
  /** The number of unread notifications. */
  count: number;
  /** The number of threads with unread messages. */
  threads: number;
  /** The newest of the notifications. */
  shown: readonly Notification[];
  /** The time at which the list was opened. */
  now: Date;
  /** Called when the user follows a notification to its job. */
  onFollow: (notification: Notification) => void;
  /** Called when the user follows the link to the threads. */
  onFollowThreads: () => void;
  onMarkAllRead: () => void;
  /** The message for an empty list or for an error. */
  children: ReactNode;
}

/** The unread threads, then the newest unread notifications, each a link to its job. */
export function NotificationList(props: Props) {
  const { titleId, loading, count, threads, shown, now, onFollow, onFollowThreads, onMarkAllRead, children } =
    props;
  return (
    <Room>
      <Head>
        <Typography id={titleId} variant="h3" component="h2">
          {frameTexts.notifications.title}
        </Typography>
        {count > 0 && (
          <Button size="small" onClick={onMarkAllRead}>
            {frameTexts.notifications.markAllRead}
          </Button>
        )}
      </Head>
      {loading && <LoadingShape text={texts.loading} shape="rows" inset />}
      {children}
      <Items>
        {threads > 0 && <ThreadsEntry threads={threads} onFollow={onFollowThreads} />}
        {shown.map((notification) => (
          <Entry key={notification.id} notification={notification} now={now} onFollow={onFollow} />
        ))}
      </Items>
      {count > shown.length && <Foot>{frameTexts.notifications.newest(shown.length, count)}</Foot>}
    </Room>
  );
}
