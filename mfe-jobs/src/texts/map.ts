/** The texts of a map, which load with it. */
export const mapTexts = {
  map: 'Map',
  mapOf: (description: string) => `Map of the area: ${description}`,
  hints: {
    show: {
      mouse: 'Arrow keys move the map, plus and minus zoom it.',
      touch: 'Move and zoom the map with two fingers.',
    },
    draw: {
      mouse:
        'Click the map to add a vertex, or press Enter to add one at its center. Drag a vertex to move it. Arrow keys move the map, plus and minus zoom it. On a vertex, arrow keys move it, Delete removes it, and N selects the next one.',
      touch:
        'Tap the map to add a vertex, and drag a vertex to move it. Move and zoom the map with two fingers.',
    },
  },
  otherWays:
    'Without the map, use “Replace Area” or “Add an Area” for a file, coordinates, or a center with a width and a height.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  north: 'N ↑',
  scale: (metric: string, imperial: string) => `${metric} (${imperial})`,
  sources: 'Made with Natural Earth. Towns: GeoNames, CC BY 4.0.',
  tiles: (attribution: string) => `${attribution}. Land: Natural Earth.`,
  vertex: (vertex: number, ring: number | null) =>
    ring === null ? `Vertex ${vertex} of the new ring` : `Vertex ${vertex} of ring ${ring}`,
  find: 'Town or coordinates',
  findPlaceholder: 'Austin, TX or 30.2672, -97.7431',
  go: 'Go',
  notFound: 'No town has this name. Enter a town or coordinates.',
  addAtCenter: 'Add Vertex at Center',
  finish: 'Finish Ring',
  newPolygon: 'New Polygon',
  newHole: 'New Hole',
  deleteVertex: 'Delete Vertex',
  deleteRing: 'Delete Ring',
  undo: 'Undo',
  done: 'Done',
  tools: 'Drawing tools',
  empty: 'No area yet. Three vertices make a polygon.',
  drawing: (vertices: number) =>
    vertices === 1 ? 'The new ring has 1 vertex.' : `The new ring has ${vertices} vertices.`,
} as const;
