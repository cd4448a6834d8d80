import type { UserView } from '@dps/contract';
import type { Config } from '../../platform/config/config.ts';
import { toPlace } from '../../platform/database/columns.ts';
import { mustConfirmEmail } from './email.policy.ts';
import type { User } from './user.entity.ts';

/** The current user as the contract shows it: the image as a data URL, never the password. */
export function toUserView(user: User, config: Pick<Config, 'mail'>): UserView {
  return {
    id: user.id,
    name: user.name,
    username: user.username,
    email: user.email,
    role: user.role,
    flightHours: user.flightHours,
    profileImage: imageUrl(user.profileImage),
    ...(user.deletesAt && { deletesAt: user.deletesAt.toISOString() }),
    mustConfirmEmail: mustConfirmEmail(user.emailConfirmedAt !== null, config),
    pendingEmail: user.pendingEmail,
    base: toPlace(user.baseLatitude, user.baseLongitude, user.basePlace),
  };
}

/** Returns a stored profile image as a data URL; null without one. */
export function imageUrl(image: Buffer | null): string | null {
  return image && `data:image/webp;base64,${image.toString('base64')}`;
}
