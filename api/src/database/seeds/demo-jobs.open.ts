import type { DemoJob } from './demo-jobs.ts';

const OPEN = { status: 'pending', progress: 0, pilot: null } as const;

export const OPEN_JOBS: readonly DemoJob[] = [
  {
    ...OPEN,
    title: 'Topographic survey for a new distribution center',
    description:
      'Bare-earth model and one-foot contours of a cleared 60-acre site. Control points are in place; deliver LAS and DXF.',
    surveyType: 'Site Survey',
    location: 'Columbus, OH',
    budget: 540_000,
    client: 'summit_civil',
    postedDaysAgo: 6,
    changedDaysAgo: 6,
    dueInDays: 20,
    dueTime: null,
    files: [
      {
        fileName: 'boundary.pdf',
        content: {
          kind: 'plan',
          lines: ['Site boundary, 60 acres', 'Control points CP1 to CP8', 'No flights over the highway'],
        },
      },
    ],
  },
  {
    ...OPEN,
    title: 'Vineyard vigor map before harvest',
    description:
      'Multispectral flight over 45 acres of vines on a slope; vigor map by block within two days of the flight.',
    surveyType: 'Agricultural Analysis',
    location: 'Paso Robles, CA',
    budget: 225_000,
    client: 'prairie_crops',
    postedDaysAgo: 5,
    changedDaysAgo: 5,
    dueInDays: 14,
    dueTime: '18:00',
    files: [{ fileName: 'block-overview.jpg', content: { kind: 'photo', ground: 'fields' } }],
  },
  {
    ...OPEN,
    title: 'Lakefront home listing, stills and video',
    description:
      'Fifteen stills and a 90-second video of a lakefront home and its dock. The owner is on site all week.',
    surveyType: 'Real Estate Photography',
    location: 'Lake Geneva, WI',
    budget: 78_000,
    client: 'demo_client',
    postedDaysAgo: 4,
    changedDaysAgo: 1,
    dueInDays: 9,
    dueTime: null,
    withdrawal: {
      pilot: 'demo_pilot',
      reason: 'My second aircraft is in repair, and I cannot finish the video before your deadline.',
    },
    flights: [
      {
        flightNumber: 'FL-210',
        duration: 27,
        altitude: '150 ft',
        coverageArea: '3 acres',
        resolution: null,
        notes: 'Stills of the house and the dock; the video is missing.',
        flownDaysAgo: 2,
      },
    ],
    deliverables: [{ fileName: 'dock-in-the-morning.jpg', content: { kind: 'photo', ground: 'coast' } }],
  },
  {
    ...OPEN,
    title: 'Transmission line corridor, 14 miles',
    description:
      'Vegetation clearance along a 138 kV line. Visual line of sight only; access roads on both sides.',
    surveyType: 'Infrastructure',
    location: 'Bend, OR',
    budget: 790_000,
    client: 'summit_civil',
    postedDaysAgo: 3,
    changedDaysAgo: 3,
    dueInDays: 27,
    dueTime: '19:00',
  },
  {
    ...OPEN,
    title: 'Wetland boundary mapping',
    description:
      'Orthomosaic and near-infrared imagery of a 120-acre wetland for a delineation report; no landings inside.',
    surveyType: 'Environmental',
    location: 'Savannah, GA',
    // Around a pond that is not surveyed.
    area: {
      type: 'Polygon',
      coordinates: [
        [
          [-81.0309, 32.0563],
          [-81.0248, 32.0552],
          [-81.0222, 32.0579],
          [-81.0232, 32.0611],
          [-81.0286, 32.0623],
          [-81.0317, 32.0596],
          [-81.0309, 32.0563],
        ],
        [
          [-81.028, 32.0581],
          [-81.028, 32.0591],
          [-81.0264, 32.0593],
          [-81.026, 32.0583],
          [-81.028, 32.0581],
        ],
      ],
    },
    budget: 360_000,
    client: 'demo_client',
    postedDaysAgo: 2,
    changedDaysAgo: 2,
    dueInDays: 18,
    dueTime: null,
    files: [{ fileName: 'wetland-edge.jpg', content: { kind: 'photo', ground: 'coast' } }],
    questions: [
      {
        pilot: 'demo_pilot',
        text: 'Is there a firm place for takeoff and landing within sight of the entire wetland?',
        askedDaysAgo: 1.6,
        answer: {
          text: 'Yes: the gravel lot at the south gate. From there, you see everything except the far side of the pond.',
          daysAgo: 1.2,
        },
      },
      {
        pilot: 'blue_mesa',
        text: 'Which ground resolution does the delineation report need?',
        askedDaysAgo: 0.5,
      },
    ],
  },
  {
    ...OPEN,
    title: 'Hail damage inspection, 14 homes',
    description:
      'Roof close-ups of fourteen homes on one street for insurance claims; one report per address.',
    surveyType: 'Property Inspection',
    location: 'Norman, OK',
    budget: 265_000,
    client: 'summit_civil',
    postedDaysAgo: 1,
    changedDaysAgo: 1,
    dueInDays: 7,
    dueTime: '15:30',
  },
  {
    ...OPEN,
    title: 'Highway interchange progress flight',
    description:
      'Fortnightly progress flight over an interchange under construction: orthomosaic and cut-and-fill volumes.',
    surveyType: 'Construction Monitoring',
    location: 'Phoenix, AZ',
    budget: 289_000,
    client: 'summit_civil',
    postedDaysAgo: 1,
    changedDaysAgo: 1,
    dueInDays: 5,
    dueTime: null,
  },
];
