import { array, object, string, type InferType } from './yup.ts';
import { MAIL_TOPICS } from '../domain/mail-topic.ts';

const topic = () => string().strict().oneOf(MAIL_TOPICS, 'Choose a topic of mail').required();

const offTopics = () =>
  array(topic()).strict().max(MAIL_TOPICS.length, 'Name each topic once').required('Name the topics');

/** PUT /api/user/mail: the topics about which the user does not get mail. */
export const mailSettingsBody = object({ off: offTopics() })
  .exact()
  .required()
  .meta({ id: 'NewMailSettings' });
export type MailSettingsBody = InferType<typeof mailSettingsBody>;

/** The topics of which the user does not get mail. */
export const mailSettingsView = object({ off: offTopics() }).noUnknown().meta({ id: 'MailSettings' });
export type MailSettingsView = InferType<typeof mailSettingsView>;

/** POST /api/mail/unsubscribe/{token}. The form of the token is not checked: an invalid one gets the response of an unknown one. */
export const unsubscribeParameter = object({
  token: string()
    .defined()
    .meta({
      jsonSchema: {
        description: 'The secret part of the address in the header of a mail',
        examples: ['pV2Yx0mJr8uK4sQ1nB6dT9wE3hC7aL5gF0zXvN2iMoU'],
      },
    }),
}).required();
export type UnsubscribeParameter = InferType<typeof unsubscribeParameter>;

/** `?topic`: the topic of the mail. */
export const unsubscribeQuery = object({
  topic: topic().meta({ jsonSchema: { description: 'The topic of the mail' } }),
}).exact();
export type UnsubscribeQuery = InferType<typeof unsubscribeQuery>;
