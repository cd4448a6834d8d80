const LINE_HEIGHT = 24;
const TOP = 720;

/** Returns a PDF string literal. The built-in fonts only have Latin-1 characters. */
function literal(text: string): string {
  return `(${text.replace(/[\\()]/g, '\\$&')})`;
}

function pageContent(title: string, lines: readonly string[]): string {
  const body = lines.map(
    (line, index) => `1 0 0 1 72 ${TOP - 48 - index * LINE_HEIGHT} Tm ${literal(line)} Tj`,
  );
  const text = ['BT', '/F1 20 Tf', `1 0 0 1 72 ${TOP} Tm ${literal(title)} Tj`, '/F1 12 Tf', ...body, 'ET'];
  return [...text, '72 120 468 360 re S', '72 300 m 540 300 l S', '306 120 m 306 480 l S'].join('\n');
}

/** Returns a PDF of one page (ISO 32000-1, 7.5) with a title, text lines and the outline of a plan. */
export function planPdf(title: string, lines: readonly string[]): Buffer {
  const content = pageContent(title, lines);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
