declare module 'world-atlas/countries-50m.json' {
  import type { GeometryCollection, Topology } from 'topojson-specification';

  /** Land and borders of Natural Earth. */
  const world: Topology<{ countries: GeometryCollection; land: GeometryCollection }>;
  export default world;
}
