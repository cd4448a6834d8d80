/** Where the harness shows a widget alone; no address of a module starts like this. */
export const widgetPath = (name: string): string => `/@widgets/${name}`;
