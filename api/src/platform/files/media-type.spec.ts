import { mediaTypeOf } from './media-type.ts';

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
  expect(mediaTypeOf(Buffer.from(text, 'latin1'))).toBe(mediaType);
});
