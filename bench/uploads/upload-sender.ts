import { request } from 'node:http';

/** Uploads to send: the lanes in parallel, the uploads of a lane in sequence. */
export interface UploadOrder {
  lanes: { url: string; cookie: string }[][];
}

const FILE_BYTES = 10 * 1024 * 1024;
const file = Buffer.alloc(FILE_BYTES, 'the content of a survey');
file.write('%PDF-1.7');
const body = Buffer.from(
  JSON.stringify({
    fileName: 'survey.pdf',
    fileType: 'pdf',
    fileSize: FILE_BYTES,
    fileData: file.toString('base64'),
    uploadedBy: 1,
  }),
);

/** Sends one upload. Resolves with its duration in milliseconds. */
function send(url: string, cookie: string): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { cookie, 'content-type': 'application/json', 'content-length': body.length };
    const upload = request(url, { method: 'POST', agent: false, headers }, (response) => {
      response.resume();
      response.once('end', () => {
        if (response.statusCode === 201) resolve(performance.now() - started);
        else reject(new Error(`An upload returned ${response.statusCode}`));
      });
    });
    upload.once('error', reject);
    upload.end(body);
  });
}

async function sendLane(lane: UploadOrder['lanes'][number]): Promise<number[]> {
  const times: number[] = [];
  for (const { url, cookie } of lane) times.push(await send(url, cookie));
  return times;
}

process.on('message', (order: UploadOrder) => {
  void Promise.all(order.lanes.map(sendLane)).then((times) => process.send?.(times.flat()));
});
