import { useState, type ElementType } from 'react';
import { act, render, screen } from '@testing-library/react';
import { hotDefinition, registrar, replaceDefinition, signature } from './hot.ts';
import { jsxDEV } from './jsx-dev-runtime.ts';

/** Registers a version of a component, as compiled sources do. `hooks` names the hooks that it calls. */
function compiled<View extends ElementType>(name: string, View: View, hooks = 'useState'): View {
  signature()(View, hooks);
  registrar('src/WeatherPage.tsx')(View, name);
  return View;
}

/** Creates the module whose page has a counter. */
function version(greeting: string, hooks?: string) {
  const Counter = compiled(
    'Counter',
    function Counter() {
      const [count, setCount] = useState(0);
      return <button onClick={() => setCount(count + 1)}>{`${greeting}, ${count}`}</button>;
    },
    hooks,
  );
  const Page = compiled('Page', () => jsxDEV(Counter, {}, undefined, false), '');
  return {
    name: 'weather',
    version: '1.0.0',
    routes: [{ path: '/weather', lazy: () => Promise.resolve({ default: Page }) }],
  };
}

const replace = (...change: Parameters<typeof version>) => act(() => replaceDefinition(version(...change)));
const button = () => screen.getByRole('button').textContent;

it('a change of a source appears in the page, and keeps its state while the hooks are the same', async () => {
  const [route] = hotDefinition(version('Hello')).routes;
  const Page = (await route?.lazy())?.default;
  if (!Page) throw new Error('The module has no page');
  render(<Page />);
  act(() => screen.getByRole('button').click());
  expect(button()).toBe('Hello, 1');
  await replace('Rain');
  expect(button()).toBe('Rain, 1');
  await replace('Sun', 'useState useEffect');
  expect(button()).toBe('Sun, 0');
});
