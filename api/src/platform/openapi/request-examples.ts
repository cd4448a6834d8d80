interface Example {
  summary: string;
  value: object;
}

const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n' +
    'trailer<</Root 1 0 R>>\n%%EOF\n',
);
/** An image of one pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The start of each value. */
const PASSKEY = {
  id: 'x7bQm0eV0vYkP2jQ4mF7fA',
  clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoi',
  authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
  signature: 'MEUCIQDYXBOpCWSWq2Ll4558GJKD2RoWg958lvJSB_GdeokxogIg',
  userHandle: 'MTc',
};

const CONTENT = {
  title: 'Roof inspection',
  description: 'Two flat roofs, 2,000 m² together.',
  surveyType: 'Property Inspection',
  location: 'Baltimore, MD',
  budget: 1450.5,
  deadline: '2030-06-30',
};

/** Valid request bodies, by the name of their schema. */
export const REQUEST_EXAMPLES: Readonly<Record<string, Readonly<Record<string, Example>>>> = {
  Login: {
    account: { summary: 'A user with an account', value: { username: 'ada', password: 'correct horse' } },
    code: {
      summary: 'A user with a second factor',
      value: { username: 'ada', password: 'correct horse', code: '123456' },
    },
    passkey: {
      summary: 'A user with a passkey',
      value: { username: 'ada', password: 'correct horse', passkey: PASSKEY },
    },
  },
  PasskeyLogin: {
    passkey: { summary: 'A signed challenge', value: { passkey: PASSKEY } },
  },
  NewPasskey: {
    passkey: {
      summary: 'A passkey of the device',
      value: {
        credential: {
          id: PASSKEY.id,
          clientDataJSON: PASSKEY.clientDataJSON,
          attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVg',
          transports: ['internal'],
        },
      },
    },
  },
  PasskeyName: { phone: { summary: 'A name for the list', value: { name: 'My phone' } } },
  Signup: {
    pilot: {
      summary: 'A pilot',
      value: {
        username: 'ada',
        password: 'correct horse',
        email: 'ada@example.com',
        name: 'Ada Byron',
        role: 'pilot',
        flightHours: '120.5',
      },
    },
    client: {
      summary: 'A client',
      value: {
        username: 'acme',
        password: 'correct horse',
        email: 'office@example.com',
        name: 'Acme Ltd',
        role: 'client',
      },
    },
  },
  Profile: {
    pilot: {
      summary: 'A pilot',
      value: { name: 'Ada Byron', email: 'ada@example.com', flightHours: 131 },
    },
  },
  NewPassword: {
    password: {
      summary: 'Another password',
      value: { currentPassword: 'correct horse', newPassword: 'battery staple' },
    },
  },
  ResetRequest: {
    email: { summary: 'The address of an account', value: { email: 'ada@example.com' } },
  },
  PasswordReset: {
    link: {
      summary: 'The token of the link, and another password',
      value: { token: 'pV2Yx0mJr8uK4sQ1nB6dT9wE3hC7aL5gF0zXvN2iMoU', newPassword: 'battery staple' },
    },
  },
  EmailConfirmation: {
    link: {
      summary: 'The token of the link',
      value: { token: 'pV2Yx0mJr8uK4sQ1nB6dT9wE3hC7aL5gF0zXvN2iMoU' },
    },
  },
  NewSecondFactor: {
    code: { summary: 'The code that the app shows', value: { code: '123456' } },
  },
  NewDeletion: {
    username: { summary: 'The own username', value: { username: 'ada' } },
  },
  NewMailSettings: {
    paid: { summary: 'No mail about payments', value: { off: ['job-paid', 'job-refunded'] } },
  },
  ProfileImage: {
    png: { summary: 'A PNG', value: { imageData: `data:image/png;base64,${PNG}` } },
  },
  CreateJob: {
    date: { summary: 'Due on a day', value: CONTENT },
    instant: {
      summary: 'Due at a time, with a budget as text',
      value: { ...CONTENT, budget: '1450.50', deadline: '2030-06-30T15:30:00-04:00' },
    },
  },
  UpdateJob: {
    content: { summary: 'The complete content, by the owner', value: CONTENT },
    progress: { summary: 'Only the progress, by the assigned pilot', value: { progress: 55 } },
  },
  JobStatus: {
    advance: { summary: 'One step forward', value: { status: 'in-progress' } },
    complete: { summary: 'Complete the work', value: { status: 'completed', progress: 100 } },
    paid: { summary: 'Money received off the platform, by the pilot', value: { status: 'paid' } },
  },
  Assign: { self: { summary: 'A pilot accepts for themselves', value: { pilotId: 17 } } },
  NewAttachment: {
    pdf: {
      summary: 'A PDF',
      value: {
        fileName: 'site-plan.pdf',
        fileType: 'pdf',
        fileSize: PDF.length,
        fileData: PDF.toString('base64'),
      },
    },
  },
  NewDeliverable: {
    pdf: {
      summary: 'A small PDF, which has one part',
      value: { fileName: 'site-plan.pdf', fileSize: 15, lastModified: 1_900_000_000_000 },
    },
  },
  NewFlightRecord: {
    flight: {
      summary: 'A flight of 45 minutes',
      value: {
        jobId: 17,
        flightNumber: 'FL-001',
        duration: 45,
        altitude: '400 ft',
        coverageArea: '10 acres',
        resolution: '2cm/pixel',
        notes: null,
      },
    },
    log: {
      summary: 'A flight with the evidence of its log',
      value: {
        jobId: 17,
        flightNumber: 'FL-002',
        duration: 1,
        altitude: '200 ft',
        coverageArea: '1.2 acres',
        evidence: {
          format: 'kml',
          fileName: 'flight.kml',
          sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
          heightReference: 'ground',
          camera: null,
          figures: {
            startedAt: '2030-06-30T15:30:00.000Z',
            durationSeconds: 60,
            distanceMeters: 201,
            positions: 3,
            areaSquareMeters: 5043,
            maxHeightMeters: 61,
            secondsAboveLimit: 0,
          },
          track: {
            longitudes: [-76.6, -76.6, -76.59889],
            latitudes: [39.28, 39.2809, 39.2809],
            heights: [60, 61, 60],
            seconds: [0, 30, 60],
          },
        },
      },
    },
  },
  ConfirmPayment: {
    intent: {
      summary: 'The intent that the browser has confirmed',
      value: { paymentIntentId: 'pi_3Qabcdefghijklmn' },
    },
  },
  Telemetry: {
    failedCall: {
      summary: 'A call that failed three times, and a module that fell back to its last good release',
      value: {
        failures: [
          {
            module: 'jobs',
            version: '1.2.0',
            operation: 'detail',
            status: 503,
            code: 'unavailable',
            requestId: '9d0c2d4e-6f4b-4c55-9a53-0f5d5e3b8a10',
            count: 3,
          },
        ],
        loads: [
          { module: 'payments', version: '1.2.0', outcome: 'fallback', shown: '1.1.0', ms: 640, count: 1 },
        ],
      },
    },
    scriptError: {
      summary: 'A page that threw during rendering',
      value: {
        crashes: [
          {
            module: 'jobs',
            version: '1.2.0',
            part: 'page',
            errorName: 'TypeError',
            message: "Cannot read properties of undefined (reading 'title')",
            place: 'assets/page.3f2a.js:1:4711',
            count: 1,
          },
        ],
      },
    },
  },
  ProviderEvent: {
    succeeded: {
      summary: 'A payment has succeeded',
      value: {
        id: 'evt_1Qabcdefghijklmn',
        type: 'payment_intent.succeeded',
        data: { object: { id: 'pi_3Qabcdefghijklmn' } },
      },
    },
  },
};
