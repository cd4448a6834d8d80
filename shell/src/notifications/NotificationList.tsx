import type { ReactNode } from 'react';
import { formatInstantDay } from '@dps/shared-contracts';
import { Button, Icon, icons, styled, Typography } from '@dps/shared-contracts/ui';
import { texts } from '../texts.ts';
import type { Notification, NotificationType } from './notification.rules.ts';

const ICONS = {
  info: icons.info,
  warning: icons.clock,
  success: icons.checkCircle,
} as const satisfies Record<NotificationType, string>;
const TONES = { info: 'blue', warning: 'yellow', success: 'green' } as const satisfies Record<
  NotificationType,
  string
>;

const Room = styled('div')({ width: 360, maxWidth: 'calc(100vw - 32px)' });
const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  minHeight: 52,
  padding: '8px 8px 8px 16px',
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
}));
const Items = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });
const Item = styled('li')(({ theme }) => ({
  display: 'flex',
  gap: 12,
  padding: '12px 16px',
  '& + &': { borderTop: `1px solid ${theme.vars.palette.divider}` },
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
const Words = styled('div')({ minWidth: 0, overflowWrap: 'anywhere' });
const Foot = styled('p')(({ theme }) => ({
  margin: 0,
  padding: '10px 16px',
  fontSize: theme.typography.caption.fontSize,
  color: theme.vars.palette.text.secondary,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
}));

function Entry({ notification: { title, message, type, time } }: { notification: Notification }) {
  return (
    <Item>
      <Sign data-tone={TONES[type]}>
        <Icon path={ICONS[type]} />
      </Sign>
      <Words>
        <Typography variant="subtitle2">{title}</Typography>
        <Typography>{message}</Typography>
        <Typography variant="caption" color="textSecondary" component="time" dateTime={time}>
          {formatInstantDay(time)}
        </Typography>
      </Words>
    </Item>
  );
}

interface Props {
  titleId: string;
  /** How many are unread. */
  count: number;
  /** The newest of them. */
  shown: readonly Notification[];
  onMarkAllRead: () => void;
  /** What to say besides: that there are none, or why they are not known. */
  children: ReactNode;
}

/** The newest unread notifications. */
export function NotificationList({ titleId, count, shown, onMarkAllRead, children }: Props) {
  return (
    <Room>
      <Head>
        <Typography id={titleId} variant="h3" component="h2">
          {texts.notifications.title}
        </Typography>
        {count > 0 && (
          <Button size="small" onClick={onMarkAllRead}>
            {texts.notifications.markAllRead}
          </Button>
        )}
      </Head>
      {children}
      <Items>
        {shown.map((notification) => (
          <Entry key={notification.id} notification={notification} />
        ))}
      </Items>
      {count > shown.length && <Foot>{texts.notifications.newest(shown.length, count)}</Foot>}
    </Room>
  );
}
