/** The definition of the module. Nothing runs before the user opens the page. */
export default {
  name: __MODULE_NAME__,
  version: __MODULE_VERSION__,
  routes: [{ path: '/daylight', lazy: () => import('./DaylightPage.jsx') }],
  widgets: {},
};
