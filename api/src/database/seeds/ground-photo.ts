import sharp from 'sharp';

export type Ground = 'fields' | 'roofs' | 'coast';

const WIDTH = 1200;
const HEIGHT = 800;

const FIELD_COLORS = ['#8fae5d', '#c9b36b', '#6f9350', '#a9b86a', '#d8c88a', '#7d9f58'];
const ROOF_COLORS = ['#b9bdc2', '#9aa1a8', '#c7c2b8', '#8e959c'];

/** Draws the cells of a grid. `cell` receives the position and index of each. */
function grid(columns: number, rows: number, cell: (x: number, y: number, index: number) => string): string {
  return Array.from({ length: columns * rows }, (_, index) =>
    cell((index % columns) * (WIDTH / columns), Math.floor(index / columns) * (HEIGHT / rows), index),
  ).join('');
}

const DRAWINGS: Record<Ground, () => string> = {
  fields: () =>
    grid(4, 3, (x, y, index) => {
      const color = FIELD_COLORS[(index * 5) % FIELD_COLORS.length];
      return `<rect x="${x + 4}" y="${y + 4}" width="292" height="258" fill="${color}"/>
        <path d="M${x + 40} ${y + 4}v258M${x + 110} ${y + 4}v258M${x + 180} ${y + 4}v258M${x + 250} ${y + 4}v258" stroke="#0002" stroke-width="6"/>`;
    }),
  roofs: () =>
    grid(3, 2, (x, y, index) => {
      const color = ROOF_COLORS[index % ROOF_COLORS.length];
      return `<rect x="${x + 50}" y="${y + 60}" width="300" height="280" fill="${color}" stroke="#555" stroke-width="8"/>
        <rect x="${x + 90}" y="${y + 110}" width="60" height="40" fill="#70777e"/>
        <circle cx="${x + 280}" cy="${y + 280}" r="22" fill="#5f666d"/>`;
    }),
  coast: () =>
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#2f7f9e"/>
     <path d="M0 0H${WIDTH}V260C950 330 880 220 640 320S260 430 0 360Z" fill="#7f9a5c"/>
     <path d="M0 360C260 430 400 420 640 320S950 330 ${WIDTH} 260V310C950 390 880 280 640 380S260 490 0 420Z" fill="#e6d7a8"/>`,
};

/** Returns an aerial photo as JPEG. */
export function groundPhoto(ground: Ground): Promise<Buffer> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="#6b705c"/>${DRAWINGS[ground]()}</svg>`;
  return sharp(Buffer.from(drawing)).jpeg({ quality: 82 }).toBuffer();
}
