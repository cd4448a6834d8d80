// When a test looks for an element by its role, jsdom matches all rules of all style sheets against many elements. Its
// selector engine evaluates `:has(…)` and `:focus` before classes, which took a third of the time of the component tests.
// This filter first compares the element with the tag and the classes of the selector's last part.
import { createRequire } from 'node:module';

/** Selectors that the filter does not read: strings, escapes, namespaces, names outside ASCII. */
const UNREAD = /["'\\|]|[^ -~]/;

/** Replaces arguments of pseudo-classes and attribute selectors. */
const PLACEHOLDER = '§';
const ARGUMENTS = /\([^()]*\)|\[[^\]]*\]/g;

const ANY_TAG = '*';

/**
 * Returns the classes that an element needs for each alternative of a selector, by the tag that it needs, in lower case.
 * @returns {Map<string, string[][]>}
 */
function readNeeds(selector) {
  let plain = selector.toLowerCase();
  // Arguments can be nested: the innermost first.
  for (let given; given !== plain;) plain = (given = plain).replaceAll(ARGUMENTS, PLACEHOLDER);
  const needs = new Map();
  for (const alternative of plain.split(',')) {
    const last = alternative
      .trim()
      .split(/[\s>+~]+/)
      .at(-1);
    const tag = /^[a-z][\w-]*/.exec(last)?.[0] ?? ANY_TAG;
    const classes = (last.match(/\.[\w-]+/g) ?? []).map((name) => ` ${name.slice(1)} `);
    needs.set(tag, [...(needs.get(tag) ?? []), classes]);
  }
  return needs;
}

/** Tags in lower case, by element. */
const tags = new WeakMap();
/** Class attributes with one kind of space, in lower case, by the literal attribute. */
const classLists = new Map();

function tagOf(element) {
  const known = tags.get(element);
  if (known !== undefined) return known;
  const tag = element.localName.toLowerCase();
  tags.set(element, tag);
  return tag;
}

function classesOf(element) {
  const literal = element.getAttributeNS(null, 'class') ?? '';
  const known = classLists.get(literal);
  if (known !== undefined) return known;
  const classes = ` ${literal} `.toLowerCase().replaceAll(/\s/g, ' ');
  classLists.set(literal, classes);
  return classes;
}

function hasNeeds(element, needs) {
  const ofTag = needs.get(tagOf(element));
  const ofAny = needs.get(ANY_TAG);
  if (!ofTag && !ofAny) return false;
  const own = classesOf(element);
  const fits = (classes) => classes.every((name) => own.includes(name));
  return Boolean(ofTag?.some(fits) || ofAny?.some(fits));
}

/** Returns a selector engine that matches like another one, which receives only elements that may match. */
function withFilter(engine) {
  // The needs of each selector that the engine accepts; null for one that the filter does not read.
  const known = new Map();
  const match = (selector, element, ...others) => {
    const needs = known.get(selector);
    if (needs && !hasNeeds(element, needs)) return false;
    const isMatch = engine.match(selector, element, ...others);
    if (needs === undefined)
      known.set(selector, typeof selector !== 'string' || UNREAD.test(selector) ? null : readNeeds(selector));
    return isMatch;
  };
  return Object.create(engine, { match: { value: match } });
}

/** Installs the filter. jsdom must not be loaded yet, because it then has the engine already. */
export function installSelectorFilter() {
  const environment = createRequire(import.meta.resolve('jest-environment-jsdom'));
  const jsdom = createRequire(environment.resolve('jsdom'));
  const createEngine = jsdom('nwsapi');
  jsdom.cache[jsdom.resolve('nwsapi')].exports = (globals) => withFilter(createEngine(globals));
}
