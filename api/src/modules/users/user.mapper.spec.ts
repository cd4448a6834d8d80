import { userView } from '@dps/contract';
import { User } from './user.entity.ts';
import { toUserView } from './user.mapper.ts';

const user = Object.assign(new User(), {
  id: 1,
  username: 'wings',
  email: 'wings@example.com',
  passwordHash: 'secret',
  role: 'pilot',
  name: 'Wings Inc',
  flightHours: 12.5,
  profileImage: null,
  emailConfirmedAt: null,
  pendingEmail: 'new@example.com',
  createdAt: new Date(),
} satisfies Partial<User>);

describe('toUserView', () => {
  it('[ENTITY-1, ENTITY-2] shows what the contract says, never the password', () => {
    const view = toUserView(user, { mail: null });
    expect(userView.validateSync(view, { strict: true })).toEqual(view);
    expect(Object.values(view)).not.toContain('secret');
  });

  it('shows the image as a data URL', () => {
    const withImage = Object.assign(new User(), user, { profileImage: Buffer.from('abc') });
    expect(toUserView(withImage, { mail: null }).profileImage).toBe('data:image/webp;base64,YWJj');
  });
});
