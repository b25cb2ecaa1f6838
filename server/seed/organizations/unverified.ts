import type { OrganizationSeed } from '../kinds.ts'

/**
 * Charities of the demo that can't receive donations: one that hasn't asked to be verified, one that has, and one that
 * was rejected.
 */
export const unverified: readonly OrganizationSeed[] = [
  {
    slug: 'dhow-house',
    name: 'Dhow House',
    nameAr: 'بيت الداو',
    about:
      'Dhow House teaches boat building in Lamu. The school has nine pupils, two teachers and a boat that is nearly finished.',
    country: 'KE',
    timeZone: 'Africa/Nairobi',
    currency: 'USD',
    postalAddress: 'Dhow House\n0 Sample Waterfront\nLamu 80500\nKenya',
    registration: 'NGO 218/000/0000-13 (demo)',
    receiptRegime: 'plain',
    organizer: 'Bakari Omar',
    verification: 'none',
    fund: {
      story: [
        'The general fund of Dhow House pays for timber, for lunch, and for the ferry of the pupils who live on Manda.',
      ],
      category: 'education',
      country: 'KE',
      gifts: 0,
    },
    campaigns: [
      {
        slug: 'a-boat-for-the-school-of-lamu',
        name: 'A boat for the school of Lamu',
        tagline: 'Nine pupils build it, and forty will sail to school in it.',
        story: [
          'Children from the north of the island walk two hours to school along the beach, and wait when the tide is in. A boat of their own would take twenty-five minutes.',
          'The pupils of Dhow House have cut the keel and the ribs from mangrove wood. Planks, nails, rope and a sail are still missing.',
        ],
        category: 'education',
        location: 'Lamu',
        country: 'KE',
        goal: 18000,
        funded: 0,
        startedDaysAgo: 700,
        endsInDays: 150,
        organizer: 'Bakari Omar',
      },
    ],
  },
  {
    slug: 'safa-kitchen',
    name: 'Safa Kitchen',
    nameAr: 'مطبخ الصفا',
    about:
      'Safa Kitchen cooks for families in Marseille who have little. Forty meals leave the kitchen each evening, by bicycle.',
    country: 'FR',
    timeZone: 'Europe/Paris',
    currency: 'EUR',
    postalAddress: 'Safa Kitchen\n0 rue de l’Exemple\n13001 Marseille\nFrance',
    registration: 'RNA W130000014 (demo)',
    receiptRegime: 'plain',
    organizer: 'Leïla Benali',
    verification: 'requested',
    fund: {
      story: [
        'The general fund of Safa Kitchen buys what the market does not give away: oil, spices, and inner tubes.',
      ],
      category: 'food',
      country: 'FR',
      gifts: 0,
    },
    campaigns: [
      {
        slug: 'a-second-stove-for-marseille',
        name: 'A second stove for Marseille',
        tagline: 'From forty meals an evening to ninety.',
        story: [
          'The one stove of the kitchen has four flames, and the soup takes two of them. A second stove stands in the shop of a neighbour who is closing, and he keeps it for us until spring.',
          'With it we would cook ninety meals an evening. The riders are there already; they are waiting for something to carry.',
        ],
        category: 'food',
        location: 'Marseille',
        country: 'FR',
        goal: 4200,
        funded: 0,
        startedDaysAgo: 690,
        endsInDays: 140,
        organizer: 'Leïla Benali',
      },
    ],
  },
  {
    slug: 'quick-hearts',
    name: 'Quick Hearts',
    about: 'Quick Hearts collects for good things. What exactly, the application did not say.',
    country: 'GB',
    timeZone: 'Europe/London',
    currency: 'GBP',
    postalAddress: 'Quick Hearts\n0 Nowhere Street\nLondon N0 0XX\nUnited Kingdom',
    registration: 'Charity no. 0000015 (demo)',
    receiptRegime: 'plain',
    organizer: 'Sam Carter',
    verification: 'rejected',
    fund: {
      story: [
        'The general fund of Quick Hearts goes to good things, as its application puts it. The reviewer wanted to know more.',
      ],
      category: 'community',
      country: 'GB',
      gifts: 0,
    },
    campaigns: [
      {
        slug: 'something-good-for-everyone',
        name: 'Something good for everyone',
        tagline: 'A fundraiser that does not say what it is for.',
        story: [
          'Quick Hearts wants to do something good for everyone, and soon. The plan is written down somewhere, and the budget will follow as soon as it has been found.',
          'This fundraiser shows what a page looks like whose charity was not accepted: it can be read, and nothing can be donated.',
        ],
        category: 'community',
        location: 'London',
        country: 'GB',
        goal: 50000,
        funded: 0,
        startedDaysAgo: 680,
        endsInDays: 130,
        organizer: 'Sam Carter',
      },
    ],
  },
]
