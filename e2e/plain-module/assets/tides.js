// The container of the module `tides`, written by hand: docs/release-format.md describes each part.
globalThis.mfe_tides_1_0_0 = (() => {
  const VERSION = '1.0.0';
  /** The origin of the module's own backend, which module.json declares. */
  const BACKEND = 'https://tides.example';
  /** The packages of the shell: { [share key]: { [version]: { lib, get, … } } }. */
  let scope = {};

  /** Returns whether a version has the same major version as `lowest`, and is not lower. */
  function fits(version, lowest) {
    const [had, needed] = [version, lowest].map((each) => each.split(/[.-]/).map(Number));
    if (had[0] !== needed[0]) return false;
    return had[1] === needed[1] ? had[2] >= needed[2] : had[1] > needed[1];
  }

  /** Returns the exports of a package of the shell. Rejects if the page has no fitting version. */
  async function load(key, lowest) {
    const [version, shared] = Object.entries(scope[key] ?? {}).find((each) => fits(each[0], lowest)) ?? [];
    if (version === undefined) throw new Error(`tides ${VERSION} requires ${key} ${lowest} of the shell`);
    // A loaded package has `lib`; `get` loads it otherwise. Both are functions that lead to a function of the exports.
    const exportsOf = shared.lib ?? (await shared.get());
    return exportsOf();
  }

  /** Loads the page. Nothing runs before the user opens it. */
  async function tidesPage() {
    const [React, { useCurrentUser }, { Typography }, { PageHeader }] = await Promise.all([
      load('react', '19.3.0'),
      load('@dps/shared-contracts/client', '1.0.0'),
      load('@dps/shared-contracts/ui', '1.0.0'),
      load('@dps/shared-contracts/ui/data', '1.0.0'),
    ]);
    const { createElement, Fragment, useEffect, useState } = React;

    function TidesPage() {
      const { name } = useCurrentUser();
      const [tides, setTides] = useState('Loading the tides…');
      useEffect(() => {
        const stop = new AbortController();
        const read = async () => {
          const response = await fetch(`${BACKEND}/tides`, { signal: stop.signal });
          const { high } = await response.json();
          setTides(`High water at ${high}, ${name}.`);
        };
        read().catch(() => {
          if (!stop.signal.aborted) setTides('The tides are not available.');
        });
        return () => stop.abort();
      }, [name]);
      return createElement(
        Fragment,
        null,
        createElement(PageHeader, { title: 'Tides' }),
        createElement(Typography, { role: 'status' }, tides),
      );
    }
    return { default: TidesPage };
  }

  return {
    init(shareScope) {
      scope = shareScope;
    },
    async get(name) {
      if (name !== './module') throw new Error(`tides ${VERSION} does not expose ${name}`);
      const definition = { name: 'tides', version: VERSION, routes: [{ path: '/tides', lazy: tidesPage }] };
      return () => ({ default: definition });
    },
  };
})();
