import { MediaTypeDetector } from './media-type.ts';

/** Detects the type of a file in parts of `partBytes`. */
function detect(content: string, partBytes: number) {
  const bytes = Buffer.from(content, 'latin1');
  const detector = new MediaTypeDetector();
  for (let at = 0; at < bytes.length; at += partBytes) detector.push(bytes.subarray(at, at + partBytes));
  return detector.end();
}

it.each([
  ['%PDF-1.7 …', 'application/pdf'],
  ['\u0089PNG\r\n\u001a\n…', 'image/png'],
  ['\u00ff\u00d8\u00ff\u00e0…', 'image/jpeg'],
  ['GIF87a…', 'image/gif'],
  ['GIF89a…', 'image/gif'],
  ['RIFF????WEBPVP8 ', 'image/webp'],
  ['\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1…', 'application/msword'],
  [
    'PK\u0003\u0004…[Content_Types].xml…word/document.xml',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
  ['PK\u0003\u0005…[Content_Types].xml…word/document.xml', null],
  ['P[Content_Types].xml…word/', null],
  [' %PDF-1.7', null],
  ['<html><!-- %PDF-1.7 -->', null],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', null],
  ['RIFF????WAVE', null],
  ['%PD', null],
  ['', null],
])('[UPLOAD-5] detects %j as %s', (text, mediaType) => {
  for (const partBytes of [1, 3, 10, 1000]) expect(detect(text, partBytes)).toBe(mediaType);
});
