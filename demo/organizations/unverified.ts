import type { OrganizationSeed } from '../kinds.ts'

/**
 * Charities of the demo that can't receive donations: one that hasn't requested verification, one that has, and one
 * that was rejected.
 */
export const unverified: readonly OrganizationSeed[] = [
  {
    slug: 'dhow-house',
    country: 'KE',
    timeZone: 'Africa/Nairobi',
    currency: 'USD',
    postalAddress: 'Dhow House\n0 Sample Waterfront\nLamu 80500\nKenya',
    registration: 'NGO 218/000/0000-13 (demo)',
    receiptRegime: 'plain',
    organizer: 'Bakari Omar',
    verification: 'none',
    fund: { category: 'education', country: 'KE', donations: 0 },
    campaigns: [
      {
        slug: 'a-boat-for-the-school-of-lamu',
        category: 'education',
        country: 'KE',
        goal: 18000,
        funded: 0,
        startedDaysAgo: 700,
        endsInDays: 150,
      },
    ],
  },
  {
    slug: 'safa-kitchen',
    country: 'FR',
    timeZone: 'Europe/Paris',
    currency: 'EUR',
    postalAddress: 'Safa Kitchen\n0 rue de l’Exemple\n13001 Marseille\nFrance',
    registration: 'RNA W130000014 (demo)',
    receiptRegime: 'plain',
    organizer: 'Leïla Benali',
    verification: 'requested',
    fund: { category: 'food', country: 'FR', donations: 0 },
    campaigns: [
      {
        slug: 'a-second-stove-for-marseille',
        category: 'food',
        country: 'FR',
        goal: 4200,
        funded: 0,
        startedDaysAgo: 690,
        endsInDays: 140,
      },
    ],
  },
  {
    slug: 'quick-hearts',
    hasNoArabicName: true,
    country: 'GB',
    timeZone: 'Europe/London',
    currency: 'GBP',
    postalAddress: 'Quick Hearts\n0 Nowhere Street\nLondon N0 0XX\nUnited Kingdom',
    registration: 'Charity no. 0000015 (demo)',
    receiptRegime: 'plain',
    organizer: 'Sam Carter',
    verification: 'rejected',
    fund: { category: 'community', country: 'GB', donations: 0 },
    campaigns: [
      {
        slug: 'something-good-for-everyone',
        category: 'community',
        country: 'GB',
        goal: 50000,
        funded: 0,
        startedDaysAgo: 680,
        endsInDays: 130,
      },
    ],
  },
]
