import { CONTRACT_RANGE } from './contract-range.ts';
import { array, number, object, string, type InferType } from './schemas/yup.ts';
import { ROLES, ROUTE_ACCESS } from './domain/role.ts';

const roles = () => array(string().oneOf(ROLES).required()).optional();

// The registry, which every page of the product reads, has these values of each module, so their number and size are limited.
const shortText = () => string().max(120);
const longText = () => string().max(400);
const address = () => string().max(200);

const navigation = object({
  path: address().required(),
  label: longText().required(),
  /** Label for one role. */
  labels: object({ pilot: longText(), client: longText() }).exact().optional().default(undefined),
  order: number().integer().required(),
  /** The `d` attribute of a 24 × 24 SVG path. */
  icon: string().max(4_000).required(),
  roles: roles(),
}).exact();
export type ModuleNavigation = InferType<typeof navigation>;

const heading = object({
  /** The text of the page's `h1`. */
  title: shortText().required(),
  /** The text below it. */
  text: longText().min(1).optional(),
  /** Role of the users who see it; without one, all. */
  role: string().oneOf(ROLES).optional(),
}).exact();
export type RouteHeading = InferType<typeof heading>;

/** Name of a module; part of the address of its files. */
export const MODULE_NAME = /^[a-z][a-z0-9-]{1,40}$/;

/** First parts of paths for which the gateway sends files, API responses or texts instead of a page. */
export const RESERVED_SEGMENTS = [
  'api',
  'modules',
  'shell',
  'payment-sandbox',
  'mailbox',
  'healthz',
  'registry.json',
  'reload-before',
  'favicon.svg',
];

/** Returns whether the gateway serves something other than a page at a path, so that no module can have it: `/api/forecast`. */
export const isReservedPath = (path: string): boolean =>
  RESERVED_SEGMENTS.includes(path.split('/')[1]?.toLowerCase() ?? '');

const MODULE_ORIGIN = /^(https|wss):\/\/[a-z\d.-]+(:\d+)?$|^(http|ws):\/\/(localhost|127\.0\.0\.1)(:\d+)?$/;

/**
 * Returns whether a text is an origin that a module may declare: `https://forecast.example`. It has no path, wildcard, user or
 * default port. Without TLS, it is of this machine.
 */
export const isModuleOrigin = (text: string): boolean =>
  MODULE_ORIGIN.test(text) && URL.parse(text)?.origin === text;

const budget = object({
  /** Scripts that a page needs before it renders. */
  first: number().positive().optional(),
}).exact();

const route = {
  path: address().matches(/^\//).required(),
  title: shortText().required(),
  /** Shown while the session or the page loads, instead of 'Loading...'. */
  loadingText: shortText().min(1).optional(),
  /** Headings of the page, shown before its scripts run. The first one for the user's role applies. */
  headings: array(heading.required()).max(4).optional(),
  access: string().oneOf(ROUTE_ACCESS).required(),
  /** Roles with a navigation item; the server decides about access. */
  roles: roles(),
};

const described = {
  title: shortText().required(),
  /** Name of the team that releases it. */
  owner: string().min(1).max(60).optional(),
  /** Contract range of the module. */
  contract: string().max(200).matches(CONTRACT_RANGE, 'Expected ranges such as ^1.1.0 || ^2.0.0').required(),
  navigation: array(navigation.required()).max(20).required(),
  /** Origins of the module's own backend, which pages may call if the deployment allows them. */
  origins: array(
    string()
      .max(200)
      .required()
      .test('origin', 'Expected origins such as https://forecast.example', isModuleOrigin),
  )
    .max(10)
    .optional(),
};

/** A trial of a release visits each of its routes. */
const ROUTES_MOST = 50;
const WIDGETS_MOST = 50;

/** `module.json`: the static details of a module, part of its release. */
export const moduleManifest = object({
  name: string().matches(MODULE_NAME).required(),
  ...described,
  /** `page`: the source of the page, from which the build finds its chunks. */
  routes: array(object({ ...route, page: string().required() }).exact())
    .max(ROUTES_MOST)
    .required(),
  widgets: array(object({ name: shortText().required(), source: string().required() }).exact())
    .max(WIDGETS_MOST)
    .required(),
  /** A lower budget than the platform's, in KiB of scripts compressed with brotli. */
  budget: budget.optional().default(undefined),
})
  .exact()
  .required();
export type ModuleManifest = InferType<typeof moduleManifest>;

/** The same values in `release.json`, of any build tool. */
export const releaseDescription = object({
  ...described,
  routes: array(object(route)).max(ROUTES_MOST).required(),
  widgets: array(shortText().required()).max(WIDGETS_MOST).required(),
}).required();
