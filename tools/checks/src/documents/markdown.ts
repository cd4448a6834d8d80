/** A Markdown file. */
export interface Document {
  /** Path from the workspace's root. */
  file: string;
  text: string;
}

const BLOCK = /^ *```(\w*)\n(.*?)^ *```$/gms;
const INLINE = /`([^`\n]+)`/g;
const LINK = /\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g;

const withoutBlocks = (text: string) => text.replaceAll(BLOCK, '');

export const inlineCodeOf = ({ text }: Document): string[] =>
  [...withoutBlocks(text).matchAll(INLINE)].map(([, code = '']) => code);

/** Returns the lines of a document's shell and text blocks. */
export const blockLinesOf = ({ text }: Document): string[] =>
  [...text.matchAll(BLOCK)]
    .filter(([, language = '']) => ['', 'sh', 'text'].includes(language))
    .flatMap(([, , content = '']) => content.split('\n').map((line) => line.trim()));

/** Returns the links and pictures of a document, without web addresses. */
export const linksOf = ({ text }: Document): { label: string; target: string }[] =>
  [...withoutBlocks(text).matchAll(LINK)]
    .map(([, label = '', target = '']) => ({ label, target }))
    .filter(({ target }) => !/^\w+:/.test(target));

/** Returns the anchors of a document's headings, as GitHub forms them. */
export const anchorsOf = (text: string): string[] =>
  [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
