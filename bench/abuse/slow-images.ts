import { paths } from '@dps/contract';
import { jpegOfScans } from '@dps/local-stack/jpeg';
import { signUp } from '../accounts.ts';
import { HANG_MS } from '../measurement.ts';
import { resultOf, type Attack, type Product, type Sizes } from './attack.ts';
import { Client, countStatuses, type Answer } from './client.ts';
import { figuresOf, type Calls } from './other-client.ts';

/** An account may send 30 images an hour. */
const IMAGES = 30;
const PARALLEL = 4;
const PICTURES = 5;
const ANSWER_WITHIN_MS = 10_000;
const MAXIMUM_RATIO = 2;

const bodyOf = (jpeg: Buffer) => ({ imageData: `data:image/jpeg;base64,${jpeg.toString('base64')}` });
const PICTURE = bodyOf(jpegOfScans(1000, 10));
/** The largest number of pixels, with too many scans and with the largest number of scans. */
const SLOW_IMAGES = [bodyOf(jpegOfScans(5000, 8000)), bodyOf(jpegOfScans(5000, 100))];

const send = (client: Client, body: object, { smallest }: Sizes) =>
  client.send('POST', paths.profileImage(), body, { timeout: smallest ? HANG_MS : ANSWER_WITHIN_MS });

/** Sends normal pictures as another client, one after the other. */
async function measurePictures(client: Client, { sizes }: Product): Promise<Calls> {
  const times: number[] = [];
  for (let count = 0; count < (sizes.smallest ? 1 : PICTURES); count += 1) {
    const { status, milliseconds } = await send(client, PICTURE, sizes);
    times.push(status === 200 ? milliseconds : Infinity);
  }
  return figuresOf(times);
}

/** Sends slow images, several at a time, until the signal aborts. */
async function sendSlowImages(client: Client, sizes: Sizes, signal: AbortSignal): Promise<Answer[]> {
  const answers: Answer[] = [];
  let sent = 0;
  const sendNext = async () => {
    while (!signal.aborted && sent < IMAGES) {
      const body = SLOW_IMAGES[(sent += 1) % SLOW_IMAGES.length] ?? {};
      answers.push(await send(client, body, sizes));
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, sendNext));
  return answers;
}

/** Images that take long to decode. */
export const slowImages: Attack = async (product) => {
  const attacker = new Client(product.url, await signUp(product.url, 'client'));
  const other = new Client(product.url, product.other);
  const idle = await measurePictures(other, product);
  const end = new AbortController();
  const attack = sendSlowImages(attacker, product.sizes, end.signal);
  const busy = await measurePictures(other, product);
  end.abort();
  const { counts, figures } = countStatuses(await attack);
  const ratio = busy.p50 / idle.p50;
  const isFast = product.sizes.smallest || ratio <= MAXIMUM_RATIO;
  return resultOf(
    'JPEGs with 100 and 8,000 scans, four at a time',
    `${figures}; pictures of others: ${busy.unanswered} of ${busy.count} unanswered, p50 ${busy.p50.toFixed(0)} ms (idle ${idle.p50.toFixed(0)} ms, × ${ratio.toFixed(1)})`,
    busy.unanswered === 0 && isFast && counts.has(400),
  );
};
