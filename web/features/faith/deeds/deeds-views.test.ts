import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { ProductContract } from '#modules/contract.ts'
import { consentTexts } from '#modules/trust/privacy/rules/consents.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import type { Locale } from '#shared/text.ts'
import { textsFor } from '#web/lib/catalogues.ts'
import { deedsNamespaces } from '#web/lib/namespace-lists.ts'
import { PageTextsContext } from '#web/lib/page-texts.ts'
import { ProgrammeCards } from '#web/features/recurring/subscriptions/wizard/programme-cards.tsx'
import { DeedsStory } from './deeds-story.tsx'
import { deedsSource } from './next-giving.tsx'
import { PageView } from './page-view.tsx'
import { SlideView } from './slide-view.tsx'
import { type SlideId, slidesOf } from './slides.ts'
import { toStoryData } from './story-data.ts'
import { ConsentNeeded, LoggedOut, NoDeeds } from './welcome.tsx'

type Deeds = OutputOf<ProductContract, 'GET /v4/deeds'>
type Wrapped = NonNullable<Deeds['wrappedData']>
type Stats = Partial<Wrapped['userStats']>

const wrapped = (over: Partial<Wrapped> = {}, stats: Stats = {}): Wrapped => ({
  userName: 'Amina',
  hijriYear: 1447,
  currencyCode: 'GBP',
  currencySymbol: '£',
  globalStats: {
    isTop10Donor: false,
    isTop10FrequentDonor: false,
    totalStats: { uniqueDonors: 11_432, amount: 230_000_000 },
  },
  topFundraiser: { imageUrl: null, iconUrl: null, charityName: 'Rahma Relief', title: 'Wells' },
  ...over,
  userStats: {
    count: 4,
    amount: 123_450,
    userType: 'The Social Sharer',
    streak: 1,
    mostActiveMonth: { amount: 23_500, month: 9 },
    topCampaign: { name: 'Wells', amount: 18_000 },
    referralStats: { count: 0, amount: 0 },
    donationStats: {
      topCategories: ['Food/Water', 'Emergency Relief', 'Orphans'],
      totalCategories: 5,
      totalCountries: 3,
      topCountry: 'SY',
      topCountryFlag: '🇸🇾',
      topCountryName: 'Syria',
    },
    zakatStats: { amount: 0, fundraisers: 0 },
    scheduledGivingStats: {
      dailyGivingStats: { totalDaysDonated: 0 },
      fridayGiversStats: { totalFridaysDonated: 0, totalAmountDonated: 0 },
      ramadanChallengeStats: { totalAmountDonated: 0 },
      dhcStats: { totalAmountDonated: 0 },
    },
    qurbaniStats: { totalAnimals: 0, animals: [] },
    ...stats,
  },
})

const story = (
  data: Wrapped,
  {
    isApproximate = false,
    reason = { code: 'referrals', referrals: 0 },
    participants = {},
    locale = 'en',
  }: {
    readonly isApproximate?: boolean
    readonly reason?: NonNullable<Deeds['styleReason']>
    readonly participants?: Parameters<typeof toStoryData>[1]['participants']
    readonly locale?: Locale
  } = {},
) => toStoryData({ wrappedData: data, styleReason: reason, isApproximate, fridayStreak: 0 }, { locale, participants })

/** Returns the visible text of a page in one line. */
const textOf = (html: string) =>
  html
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, '')
    .replace(/<\/(p|h\d|li|dt|dd|div|section|a|button|title)>/g, ' | ')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&#x27;', "'")
    .replace(/[\u2066-\u2069]/g, '')
    .replaceAll('\u00a0', ' ')
    .replace(/(\s*\|\s*)+/g, ' | ')
    .trim()

function html(element: ReactElement, locale: Locale = 'en', motion: 'auto' | 'reduced' = 'auto'): string {
  const frame = { locale, motion, productName: 'Noor' }
  const Stub = createRoutesStub([{ id: 'root', path: '/', Component: () => element, loader: () => frame }])
  return renderToStaticMarkup(
    createElement(
      PageTextsContext,
      {
        value: textsFor('/deeds', deedsNamespaces, locale),
      },
      createElement(Stub, { initialEntries: ['/'], hydrationData: { loaderData: { root: frame } } }),
    ),
  )
}
const page = (data: ReturnType<typeof story>, locale: Locale = 'en') =>
  html(createElement(PageView, { data, programmes: null, years: [1447, 1446], surveyUrl: undefined }), locale)
const slide = (id: SlideId, data: ReturnType<typeof story>, step = 1) =>
  html(
    createElement(SlideView, {
      id,
      step,
      data,
      hasTurned: false,
      badge: data.badges[0],
      hasReducedMotion: true,
      programmes: null,
    }),
  )

describe('the states of the Welcome [S1 §2.1]', () => {
  test('logged out', () => {
    const shown = html(createElement(LoggedOut, { logInUrl: '/login?redirectUrl=%2Fdeeds' }))
    expect(textOf(shown)).toBe('Log in to see your Noor Deeds | Log in to view |')
    expect(shown).toContain('href="/login?redirectUrl=%2Fdeeds"')
  })

  test('no consent: asks with the consent’s exact text and version, in a form [privacy-6]', () => {
    const { version, text } = consentTexts.recap
    const consent = { purpose: 'recap' as const, isGiven: false, since: null, textVersion: version, text: text.en }
    const shown = html(createElement(ConsentNeeded, { consent, hijriYear: 1447, problem: undefined }))
    expect(textOf(shown)).toContain(text.en)
    expect(textOf(shown)).toContain('I agree | Not now')
    expect(shown).toMatch(/<form[^>]* method="post"/)
    expect(shown).toContain(`name="textVersion" value="${version}"`)
    expect(shown).not.toContain('Salam')
  })

  test('no Deeds, or only a refunded donation: links to programmes that the donor hasn’t joined', () => {
    const offers = (['FridayGivers', 'DailyGivers', 'Ramadan30Nights', 'DhulHijjah'] as const).map((programme) => ({
      programme,
      signedUp: false,
    }))
    const programmes = createElement(ProgrammeCards, { offers, source: deedsSource })
    const shown = html(createElement(NoDeeds, { programmes, years: [1446], hijriYear: 1447 }))
    expect(textOf(shown)).toContain('No Noor Deeds this time!')
    for (const path of ['friday-givers/choose-causes', 'daily-givers/checkout', 'dhc', 'ramadan'])
      expect(shown).toContain(`href="/scheduled-giving/${path}?src=lg_deeds"`)
    expect(shown).toContain('href="/deeds?hijriYear=1446"')
    const joined = html(createElement(NoDeeds, { programmes: null, years: [], hijriYear: 1447 }))
    expect(joined).toContain('class="featured-list"')
    expect(joined).not.toContain('/scheduled-giving/')
  })

  test('loading: the product’s name, a decorative bar, and the page for browsers without JavaScript', () => {
    const shown = html(
      createElement(DeedsStory, { data: story(wrapped()), programmes: null, years: [], surveyUrl: undefined }),
    )
    expect(textOf(shown)).toMatch(/^Noor Deeds \| Preparing your Deeds \| Read as a page \|/)
    expect(shown).toMatch(/class="deeds-story no-script-hidden"[^>]*aria-busy="true"/)
    expect(shown).toMatch(/class="deeds-loading" aria-hidden="true"/)
    expect(shown).toContain('<div class="script-hidden">')
    expect(textOf(shown)).toContain('Salam Amina | Look back at your giving in 1447 AH')
  })
})

describe('the introduction [S1 §2.1]', () => {
  const introduction = (isTop10Donor: boolean, isTop10FrequentDonor: boolean) =>
    textOf(
      slide(
        'introduction',
        story(
          wrapped({
            globalStats: {
              isTop10Donor,
              isTop10FrequentDonor,
              totalStats: { uniqueDonors: 11_432, amount: 230_000_000 },
            },
          }),
        ),
      ),
    )
  test('is one of three kinds', () => {
    expect(introduction(true, true)).toContain('Top 10% donors')
    expect(introduction(false, true)).toContain('Top 10% frequent donors')
    expect(introduction(false, false)).toContain('donors gave this year | 11.4k | donated together | $2.3m')
  })
  test('starts with “It was a year like no other”', () => {
    expect(textOf(slide('introduction', story(wrapped()), 0))).toBe('It was a year like no other |')
  })
})

describe('figures [S1 §2.1]', () => {
  test('the total has its currency code and number of fundraisers, split at the thousands', () => {
    const shown = slide('total', story(wrapped()))
    expect(textOf(shown)).toContain('£1,234.50 GBP | this year across 4 fundraisers')
    expect(shown).toContain('<span class="deeds-thousands">£1,</span><span>234.50</span>')
  })

  test('up to three bars of 90, 75 and 60 %, or one cause large', () => {
    const bars = slide('categories', story(wrapped()))
    expect([...bars.matchAll(/inline-size:(\d+)%/g)].map(([, width]) => width)).toEqual(['90', '75', '60'])
    expect(textOf(bars)).toContain('#1Food/Water | #2Emergency Relief | #3Orphans | 5 causes in all')
    const donationStats = { ...wrapped().userStats.donationStats, topCategories: ['Qurbani'], totalCategories: 1 }
    const one = slide('categories', story(wrapped({}, { donationStats })))
    expect(one).not.toContain('deeds-bars')
    expect(textOf(one)).toBe('Your cause of the year | Qurbani |')
  })

  test('a fundraiser without a public page is named with its amount', () => {
    expect(textOf(page(story(wrapped())))).toContain('The cause you backed most | WellsRahma Relief')
    expect(textOf(page(story(wrapped({ topFundraiser: null }))))).toContain('WellsYou donated £180')
  })

  test('omits badges that weren’t earned and claims without a source', () => {
    expect(textOf(slide('badges', story(wrapped())))).toContain(
      'No badges to display yet | Continue your giving journey to earn badges!',
    )
    const stats: Stats = {
      zakatStats: { amount: 12_399, fundraisers: 2 },
      scheduledGivingStats: {
        dailyGivingStats: { totalDaysDonated: 214 },
        fridayGiversStats: { totalFridaysDonated: 38, totalAmountDonated: 7600 },
        ramadanChallengeStats: { totalAmountDonated: 30_000 },
        dhcStats: { totalAmountDonated: 10_000 },
      },
      qurbaniStats: { totalAnimals: 3, animals: [] },
    }
    const shown = textOf(page(story(wrapped({}, stats))))
    expect(shown).toContain('Zakat | £123 GBP | Donated across 2 fundraisers')
    expect(shown).toContain('Daily Givers | 214 days | 5 causes supported')
    expect(shown).toContain('Friday Givers | 38 Fridays | £76 donated')
    expect(shown).toContain('Qurbani | 3 sheep | Most of your giving went to Syria')
    expect(shown).not.toContain('took part')
    const claim = { participants: '11k', date: '2026-03-20' as never, source: 'Our count' }
    const claimed = textOf(page(story(wrapped({}, stats), { participants: { 'ramadan-challenge': claim } })))
    expect(claimed).toContain('£300 | 11k people took part | Source: Our count, 20 March 2026')
    expect(claimed.match(/took part/g)).toHaveLength(1)
  })

  test('Qurbani shares count as animals for sheep and goats only; others list their kinds', () => {
    const badge = (totalAnimals: number, ...types: ('Sheep' | 'Goat' | 'Cow' | 'Camel')[]) =>
      textOf(
        slide(
          'badges',
          story(wrapped({}, { qurbaniStats: { totalAnimals, animals: types.map((type) => ({ type })) } })),
        ),
      )
    expect(badge(2, 'Goat')).toContain('Qurbani | 2 goats | Most of your giving went to Syria')
    expect(badge(3, 'Cow')).toContain('Qurbani | 3 shares | Cow |')
    expect(badge(9, 'Cow', 'Sheep')).toContain('Qurbani | 9 shares | Cow and Sheep |')
  })

  test('zakat below one unit of the currency earns no badge, because its figure is whole units', () => {
    const earned = (amount: number) => story(wrapped({}, { zakatStats: { amount, fundraisers: 1 } })).badges.length
    expect([earned(99), earned(100)]).toEqual([0, 1])
  })

  test('offers sharing to everyone, with the referral total only if there are referrals', () => {
    const data = story(wrapped())
    expect(textOf(slide('share', data, 0))).toBe('Invite others to do good |')
    expect(textOf(slide('share', data))).toContain('It shows no amounts unless you add them.')
    const referred = story(wrapped({}, { referralStats: { count: 2, amount: 2600 } }))
    expect(textOf(slide('share', referred, 0))).toBe('You inspired others to give |')
    expect(textOf(slide('share', referred))).toContain('£26 | raised through you | 2 donors gave through your link')
  })

  test('shows the country without a flag, which some devices can’t display', () => {
    const shown = slide('countries', story(wrapped()))
    expect(textOf(shown)).toContain('3 countries | Most of it went to | Syria')
    expect(shown).not.toMatch(/[\u{1F1E6}-\u{1F1FF}]/u)
  })

  test('the style has its reason, or the general one without referrals', () => {
    expect(textOf(slide('style', story(wrapped())))).toContain('Every way of giving has its place')
    const anonymous = { code: 'anonymous', anonymous: 7, donations: 9 } as const
    const humble = story(wrapped({}, { userType: 'The Humble Heart' }), { reason: anonymous })
    expect(textOf(slide('style', humble))).toContain('7 of your 9 donations were anonymous.')
  })

  test('the page shows what the slides show', () => {
    const data = story(wrapped({}, { streak: 7, referralStats: { count: 2, amount: 2600 } }))
    const shown = textOf(page(data))
    for (const { id } of slidesOf({ hasCountry: true, streak: 7 }))
      if (!['welcome', 'badges', 'thanks', 'categories'].includes(id)) {
        const [, figures] = /^[^|]* \| (.*?) \|/.exec(textOf(slide(id, data))) ?? []
        expect([id, figures]).toEqual([id, expect.stringMatching(/\S/)])
        expect(shown).toContain(figures)
      }
    expect(shown).toContain('7 day streak!')
    expect(shown).toContain('2 donors gave through your link')
  })
})

describe('edge cases', () => {
  test('nine currencies: converted sums are marked as approximate wherever they are shown', () => {
    const shown = textOf(page(story(wrapped({ topFundraiser: null }), { isApproximate: true })))
    expect(shown).toContain('≈ £1,234.50 GBP')
    expect(shown).toContain('≈ £235')
    expect(shown).toContain('You donated ≈ £180')
    expect(shown).toContain('Partly converted')
  })

  test('shows a name of 200 characters completely in a smaller font', () => {
    const userName = 'Abdurrahman '.repeat(17).slice(0, 200)
    const shown = page(story(wrapped({ userName })))
    expect(shown).toContain('class="deeds-name deeds-long"')
    expect(textOf(shown)).toContain(`Salam ${userName}`)
  })

  test('an Arabic name in the English page is isolated from the direction of its sentence', () => {
    expect(page(story(wrapped({ userName: 'عبد الرحمن' })))).toContain('Salam \u2068عبد الرحمن\u2069')
  })

  test('a year with one donation: no streak, one fundraiser, one country, one cause', () => {
    const stats: Stats = {
      count: 1,
      streak: 1,
      donationStats: {
        ...wrapped().userStats.donationStats,
        topCategories: ['Education'],
        totalCategories: 1,
        totalCountries: 1,
      },
    }
    const shown = textOf(page(story(wrapped({}, stats))))
    expect(shown).toContain('this year across 1 fundraiser |')
    expect(shown).toContain('1 country | It all went to |')
    expect(shown).not.toMatch(/streak!|#1|across \d+ fundraisers/)
  })

  test('the Arabic page contains no English text', () => {
    const shown = textOf(page(story(wrapped({ userName: 'أمينة', topFundraiser: null }), { locale: 'ar' }), 'ar'))
    expect(shown.match(/[A-Za-z]{2,}/g)?.filter((word) => !['GBP', 'Wells', 'Gift', 'Aid'].includes(word))).toEqual([])
    expect(shown).toContain('رمضان 1447 هـ')
  })
})
