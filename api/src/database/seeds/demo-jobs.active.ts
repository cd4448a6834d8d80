import type { DemoJob } from './demo-jobs.ts';

/** Accepted jobs in progress. */
export const ACTIVE_JOBS: readonly DemoJob[] = [
  {
    title: 'Apartment construction progress, phase 2',
    description:
      'Monthly progress flight over a four-building site: orthomosaic, eight fixed oblique viewpoints and a short comparison with last month.',
    surveyType: 'Construction Monitoring',
    location: 'Austin, TX',
    area: {
      type: 'Polygon',
      coordinates: [
        [
          [-97.7446, 30.2658],
          [-97.7419, 30.2651],
          [-97.7411, 30.2676],
          [-97.7438, 30.2683],
          [-97.7446, 30.2658],
        ],
      ],
    },
    budget: 210_000,
    status: 'in-progress',
    progress: 60,
    client: 'demo_client',
    pilot: 'demo_pilot',
    postedDaysAgo: 15,
    changedDaysAgo: 1,
    dueInDays: 6,
    dueTime: '16:30',
    flights: [
      {
        flightNumber: 'FL-209',
        duration: 41,
        altitude: '250 ft',
        coverageArea: '18 acres',
        resolution: '2.2cm/pixel',
        notes: 'Viewpoints 1 to 5; the crane blocked 6 to 8.',
        flownDaysAgo: 2,
        // The crane is in the north of the area, which is not flown.
        log: {
          fileName: 'Flight-Airdata-phase-2.csv',
          camera: 'dji-phantom-4-rtk',
          longitude: -97.7446,
          latitude: 30.2652,
          lineLength: 330,
          lines: 8,
          spacing: 32,
          height: 76.2,
          speed: 5,
        },
      },
    ],
    changeRequest:
      'The orthomosaic is fine. Please fly viewpoints 6 to 8 again: the crane is gone this week, and the lender needs all eight.',
    messages: [
      {
        from: 'pilot',
        text: 'I plan to fly on site in two days, at 9 in the morning. Where is the gate?',
        sentDaysAgo: 4.2,
      },
      {
        from: 'client',
        text: 'Gate 2, on the north side. The site office expects you, and the map of the cranes is at https://example.com/cranes.',
        sentDaysAgo: 4.1,
      },
      {
        from: 'pilot',
        text: 'Viewpoints 1 to 5 are done. The crane blocked 6 to 8, so I need one more flight.',
        sentDaysAgo: 1.9,
      },
      {
        from: 'pilot',
        text: 'The crane is gone. I can fly viewpoints 6 to 8 tomorrow at 9, if the wind allows.',
        sentDaysAgo: 0.1,
        isUnread: true,
      },
    ],
    deliverables: [{ fileName: 'viewpoints-1-to-5.jpg', content: { kind: 'photo', ground: 'roofs' } }],
    files: [
      {
        fileName: 'site-plan.pdf',
        content: {
          kind: 'plan',
          lines: ['Buildings A to D', 'Viewpoints 1 to 8 as marked', 'Site office: gate 2'],
        },
      },
      { fileName: 'last-month.jpg', content: { kind: 'photo', ground: 'roofs' } },
    ],
  },
  {
    title: 'Winter wheat stand count',
    description:
      'Multispectral survey of three fields for a stand count and a vigor map before top dressing. Fields are fenced and empty of livestock.',
    surveyType: 'Crop Analysis',
    location: 'Salina, KS',
    budget: 172_500,
    status: 'in-progress',
    progress: 35,
    client: 'prairie_crops',
    pilot: 'demo_pilot',
    postedDaysAgo: 11,
    changedDaysAgo: 2,
    dueInDays: 4,
    dueTime: null,
    flights: [
      {
        flightNumber: 'FL-208',
        duration: 49,
        altitude: '350 ft',
        coverageArea: '160 acres',
        resolution: '5cm/pixel',
        notes: 'North field done; gusts ended the second flight early.',
        flownDaysAgo: 2,
      },
    ],
    files: [{ fileName: 'north-field.jpg', content: { kind: 'photo', ground: 'fields' } }],
  },
  {
    title: 'Retail park roof and car park survey',
    description:
      'Roof condition and pavement cracking of a retail park with nine units, before the insurance renewal.',
    surveyType: 'Property Aerial',
    location: 'Richmond, VA',
    budget: 198_000,
    status: 'pending',
    progress: 0,
    client: 'demo_client',
    pilot: 'demo_pilot',
    postedDaysAgo: 4,
    changedDaysAgo: 0,
    dueInDays: 12,
    dueTime: '15:00',
    acceptedTerms: { budget: 175_000, dueInDays: 10 },
  },
  {
    title: 'Irrigation leak survey, center pivots',
    description: 'Thermal survey of six center pivots at dawn to find leaks and blocked nozzles.',
    surveyType: 'Agricultural Analysis',
    location: 'Kearney, NE',
    budget: 132_000,
    status: 'in-progress',
    progress: 20,
    client: 'prairie_crops',
    pilot: 'blue_mesa',
    postedDaysAgo: 9,
    changedDaysAgo: 3,
    dueInDays: 8,
    dueTime: null,
  },
];
