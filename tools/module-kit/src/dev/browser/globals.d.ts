/** The entry of the module under development. The dev server's build replaces the name by its path. */
declare module '@dps/developed-module' {
  import type { ModuleDefinition } from '@dps/contract/module';

  const definition: ModuleDefinition;
  export default definition;
}

/** Example props of the module's widgets, by name. Empty if the module has no `src/widgets.example.ts`. */
declare module '@dps/developed-widgets' {
  const examples: Readonly<Record<string, object>>;
  export default examples;
}

declare module 'react-refresh/runtime' {
  /** The versions of one component, of which `current` is the newest. */
  export interface Family {
    current: unknown;
  }
  export function register(type: unknown, id: string): void;
  export function getFamilyByType(type: unknown): Family | undefined;
  /** Makes the registered versions current. Stale families use other hooks than before, so their state is lost. */
  export function performReactRefresh(): { updatedFamilies: Set<Family>; staleFamilies: Set<Family> } | null;
  export function createSignatureFunctionForTransform(): (type?: unknown, ...signature: unknown[]) => unknown;
}

/** Which of the two builds of the dev server contains this code. */
declare const __DEV_BUILD__: 'remote' | 'widgets';
