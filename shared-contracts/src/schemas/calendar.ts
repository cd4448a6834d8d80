import { object, string, type InferType } from './yup.ts';

/** GET /api/calendar/{token}.ics. The form of the token is not checked: an invalid one gets the response of an unknown one. */
export const calendarFeedParameter = object({
  token: string()
    .defined()
    .meta({
      jsonSchema: {
        description: 'The secret part of the address',
        examples: ['pV2Yx0mJr8uK4sQ1nB6dT9wE3hC7aL5gF0zXvN2iMoU'],
      },
    }),
}).required();
export type CalendarFeedParameter = InferType<typeof calendarFeedParameter>;

/** The calendar feed of the signed-in user. */
export const calendarView = object({
  /** The secret address of the feed; null until the user creates one. */
  address: string().nullable().defined(),
})
  .noUnknown()
  .meta({ id: 'Calendar' });
export type CalendarView = InferType<typeof calendarView>;
