import sharp from 'sharp';
import { planPdf } from '../../src/database/seeds/plan-pdf.ts';

export const PDF = planPdf('Site plan', ['Buildings A to D']);

/** A PNG of one color. */
export function picture(width: number, height: number, background: string): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}

/** A PNG with the default color. */
export function png(width: number, height: number): Promise<Buffer> {
  return picture(width, height, '#2f7f9e');
}

/** The body of an upload, by default of a small PDF. */
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
