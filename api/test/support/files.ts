import sharp from 'sharp';
import { planPdf } from '../../src/database/seeds/plan-pdf.ts';

export const PDF = planPdf('Site plan', ['Buildings A to D']);

/** A picture of one color. */
export function png(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#2f7f9e' } })
    .png()
    .toBuffer();
}

/** The upload of a file: a small PDF unless something else is given. */
export function upload(content: Buffer = PDF, overrides: object = {}) {
  return {
    fileName: 'site-plan.pdf',
    fileType: 'pdf',
    fileSize: content.length,
    fileData: content.toString('base64'),
    uploadedBy: 999,
    ...overrides,
  };
}
