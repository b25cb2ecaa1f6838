/** A member of a fundraiser's team, as the fundraiser's page shows them. */
export type TeamSeed = {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: 'organizer' | 'editor' | 'viewer'
}
type NewsSeed = { readonly daysAgo: number; readonly by: string }
/**
 * The team and the updates of one fundraiser of the demo. Every name is fictional. Its texts are in
 * `locales/<language>/seed/fundraiser-pages.json`.
 */
type FundraiserPageSeed = {
  readonly slug: string
  readonly zakatCategories?: readonly string[]
  readonly team: readonly TeamSeed[]
  readonly news: readonly NewsSeed[]
}

export const fundraiserPages: readonly FundraiserPageSeed[] = [
  {
    slug: 'clean-water-for-tharparkar',
    zakatCategories: ['poor', 'needy'],
    team: [
      { email: 'sana@example.org', firstName: 'Sana', lastName: 'Qureshi', role: 'organizer' },
      { email: 'bilal.sheikh@example.org', firstName: 'Bilal', lastName: 'Sheikh', role: 'editor' },
      { email: 'marvi.bheel@example.org', firstName: 'Marvi', lastName: 'Bheel', role: 'viewer' },
    ],
    news: [
      { daysAgo: 3, by: 'bilal.sheikh@example.org' },
      { daysAgo: 12, by: 'sana@example.org' },
      { daysAgo: 26, by: 'bilal.sheikh@example.org' },
      { daysAgo: 41, by: 'sana@example.org' },
    ],
  },
  {
    slug: 'a-school-van-for-umerkot',
    team: [{ email: 'sana@example.org', firstName: 'Sana', lastName: 'Qureshi', role: 'organizer' }],
    news: [{ daysAgo: 5, by: 'sana@example.org' }],
  },
  {
    slug: 'forty-raised-homes-in-sukkur',
    team: [
      { email: 'sana@example.org', firstName: 'Sana', lastName: 'Qureshi', role: 'organizer' },
      { email: 'ghulam.mahar@example.org', firstName: 'Ghulam', lastName: 'Mahar', role: 'viewer' },
    ],
    news: [
      { daysAgo: 300, by: 'sana@example.org' },
      { daysAgo: 395, by: 'ghulam.mahar@example.org' },
    ],
  },
  {
    slug: 'warm-shelter-this-winter',
    team: [
      { email: 'yusuf.hartley@example.org', firstName: 'Yusuf', lastName: 'Hartley', role: 'organizer' },
      { email: 'nadia.osman@example.org', firstName: 'Nadia', lastName: 'Osman', role: 'editor' },
    ],
    news: [
      { daysAgo: 2, by: 'nadia.osman@example.org' },
      { daysAgo: 15, by: 'yusuf.hartley@example.org' },
    ],
  },
  {
    slug: 'homes-in-al-haouz',
    zakatCategories: ['poor', 'needy'],
    team: [{ email: 'rachid.aitbrahim@example.org', firstName: 'Rachid', lastName: 'Ait Brahim', role: 'organizer' }],
    news: [{ daysAgo: 8, by: 'rachid.aitbrahim@example.org' }],
  },
  {
    slug: 'naql-madrasi-lil-atlas',
    team: [
      { email: 'fatima.ouhssine@example.org', firstName: 'فاطمة الزهراء', lastName: 'أوحساين', role: 'organizer' },
      { email: 'lahcen.amghar@example.org', firstName: 'لحسن', lastName: 'أمغار', role: 'viewer' },
    ],
    news: [
      { daysAgo: 4, by: 'fatima.ouhssine@example.org' },
      { daysAgo: 19, by: 'lahcen.amghar@example.org' },
    ],
  },
  {
    slug: 'oyoon-tubsir',
    zakatCategories: ['poor', 'needy'],
    team: [{ email: 'abdullah.alrashid@example.org', firstName: 'عبدالله', lastName: 'الرشيد', role: 'organizer' }],
    news: [{ daysAgo: 6, by: 'abdullah.alrashid@example.org' }],
  },
]
