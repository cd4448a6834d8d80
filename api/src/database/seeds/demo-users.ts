import { DEMO_ACCOUNTS, type DemoAccount, type Role } from '@dps/contract';

export interface DemoUser {
  username: string;
  name: string;
  email: string;
  role: Role;
  flightHours: number | null;
  /** The town of a pilot's base. */
  base?: string;
  /** Null for an account without a sign-in. */
  password: string | null;
}

const NAMES: Record<Role, Pick<DemoUser, 'name' | 'email' | 'flightHours' | 'base'>> = {
  pilot: {
    name: 'Ridgeline Aerial',
    email: 'flights@ridgeline-aerial.example',
    flightHours: 862.5,
    base: 'Oklahoma City, OK',
  },
  client: { name: 'Harborview Properties', email: 'surveys@harborview.example', flightHours: null },
};

function toUser({ role, username, password }: DemoAccount): DemoUser {
  return { role, username, password, ...NAMES[role] };
}

/** The accounts of the login screen, and the other parties of the demo jobs. */
export const DEMO_USERS: readonly DemoUser[] = [
  ...DEMO_ACCOUNTS.map(toUser),
  {
    username: 'blue_mesa',
    name: 'Blue Mesa Drones',
    email: 'hello@bluemesa.example',
    role: 'pilot',
    flightHours: 2140,
    password: null,
  },
  {
    username: 'prairie_crops',
    name: 'Prairie Crop Partners',
    email: 'fields@prairiecrop.example',
    role: 'client',
    flightHours: null,
    password: null,
  },
  {
    username: 'summit_civil',
    name: 'Summit Civil Engineering',
    email: 'projects@summitcivil.example',
    role: 'client',
    flightHours: null,
    password: null,
  },
];
