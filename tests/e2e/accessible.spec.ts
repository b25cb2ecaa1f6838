/**
 * Checks each page once in English and light on a desktop, and once in Arabic and dark on a phone, as it is loaded.
 * Journeys check only what opens or changes on a page.
 */
import { expect, type Page, test } from '@playwright/test'
import { campaigns, expectAccessible, freshEmail, plainCampaign, problemsOf } from './support.ts'

type Heading = Readonly<Partial<Record<'en' | 'ar', string>>>
/** Addresses of pages with their main headings; `:slug` is a plain fundraiser, `:own` one of the organizer. */
type Pages = Readonly<Record<string, Heading>>

/** The first item of the page before, which is opened from there. */
const firstCase = 'first case'
const firstPlan = 'first plan'

const visitor: Pages = {
  '/v4': { en: 'Give to causes you can see grow' },
  '/v4/discover': { en: 'Fundraisers' },
  '/v4/discover?q=xyzzyqwv': {},
  '/v4/discover?q=4242%204242%204242%204242': {},
  '/v4/qurbani': { en: 'Qurbani' },
  '/v4/events/ramadan-1448': {},
  '/v4/campaign/clean-water-for-tharparkar': {},
  '/v4/campaign/clean-water-for-tharparkar/share': {},
  '/v4/campaign/clean-water-for-tharparkar/report': { ar: 'الإبلاغ عن هذه الحملة' },
  '/v4/campaign/naql-madrasi-lil-atlas': {},
  '/v4/campaign/a-prayer-room-near-nagoya-station': {},
  '/v4/checkout/a-prayer-room-near-nagoya-station': {},
  '/v4/campaign/:slug': {},
  '/v4/checkout/:slug': {},
  '/v4/basket/add/:slug': {},
  '/v4/basket': {},
  '/v4/zakat': {},
  '/v4/zakat/calculator': {},
  '/v4/zakat/fidya': {},
  '/v4/zakat/give': {},
  '/zakat-policy': {},
  '/gift-aid': {},
  '/ledger': { en: 'The public ledger', ar: 'دفتر الحسابات العام' },
  '/ledger/campaigns': {},
  '/ledger/campaigns/1': {},
  '/trust': { ar: 'كيف تُعالَج التبرعات هنا' },
  '/scheduled-giving': {},
  '/scheduled-giving/ramadan?step=confirm&nights=chosen': {},
  '/scheduled-giving/daily-givers/checkout?step=donations': {},
  '/scheduled-giving/daily-givers/checkout?step=confirm': {},
  '/login': { en: 'Log in' },
  '/v4/signup': {},
  '/help': { en: 'Help' },
  '/fees': { en: 'Fees' },
  '/unsubscribe/nonsense': { ar: 'هذا الرابط لا يعمل' },
  '/scheduled-giving/manage?token=nonsense': {},
  '/refund-duplicate?token=nonsense': {},
  '/dev/kit': { en: 'Design kit' },
  '/dev/mail': { en: 'Sent emails' },
  '/nowhere': { ar: 'لم نجد هذه الصفحة' },
}

const newAccount: Pages = {
  '/account': {},
  '/account/donations': {},
  '/account/receipts': { en: 'Receipts and statements', ar: 'الإيصالات والكشوف' },
  '/account/gift-aid': { en: 'Gift Aid', ar: 'Gift Aid' },
  '/account/giving-list': {},
  '/account/addresses': { ar: 'العناوين' },
  '/account/cards': { ar: 'البطاقات' },
  '/account/cards/new': {},
  '/account/referrals': {},
  '/account/zakat': {},
  '/account/privacy': { ar: 'الخصوصية' },
  '/account/privacy/erase': {},
}

const donor: Pages = {
  '/account': {},
  '/account/donations': { ar: 'تبرعاتك' },
  '/account/receipts': { en: 'Receipts and statements', ar: 'الإيصالات والكشوف' },
  '/account/giving-list': { ar: 'قائمة العطاء' },
  '/account/notifications': { ar: 'الإشعارات' },
  '/account/preferences': { ar: 'التفضيلات' },
  '/account/profile': {},
  '/account/password': {},
  '/account/privacy': { ar: 'الخصوصية' },
  '/account/privacy/erase': {},
  '/account/addresses/new': {},
}

const regularDonor: Pages = {
  '/account': {},
  '/account/giving': {},
  [firstPlan]: {},
  '/account/cards': { ar: 'البطاقات' },
}

const organizer: Pages = {
  '/organize': {},
  '/organize/new': {},
  ':own': { en: 'Overview', ar: 'نظرة عامة' },
  ':own/donations': {},
  ':own/claims': {},
  ':own/offline': {},
  ':own/offline/import': {},
  ':own/share': {},
  ':own/news': {},
  ':own/state': {},
  ':own/team': {},
  ':own/words': {},
  ':own/zakat': {},
  '/organize/charities/1/webhooks': { en: 'Webhooks', ar: 'نقاط الاستقبال' },
}

const admin: Pages = {
  '/staff': { ar: 'الرئيسية' },
  [firstCase]: {},
  '/staff?state=decided': {},
  '/staff/refunds': {},
  '/staff/payouts': { en: 'Payouts', ar: 'الدفعات' },
  '/staff/payouts/batches': { ar: 'الحزم' },
  '/staff/payouts/statements': {},
  '/staff/payouts/charities': {},
  '/staff/plans': { ar: 'التبرعات المجدولة' },
  '/staff/zakat': {},
  '/staff/featured': {},
  '/staff/lists': {},
  '/staff/lists/new-event': {},
  '/staff/lists/events/ramadan-1448': {},
  '/staff/ads': {},
  '/staff/charities': {},
  '/staff/charities/1': {},
  '/staff/charities/new': { ar: 'جمعية جديدة' },
  '/staff/calendar': { ar: 'الشهور' },
  '/staff/people': { ar: 'فريق العمل' },
  '/staff/audit': { ar: 'سجل التدقيق' },
}

const password = 'sunbul-demo-2026'
const demoAccount = (email: string) => async (page: Page) =>
  expect((await page.request.post('/v4/login', { data: { email, password } })).ok()).toBe(true)
const signUp = async (page: Page) => {
  const data = { email: freshEmail('accessible'), password, firstName: 'Huda', lastName: 'Saleh' }
  expect((await page.request.post('/v4/signup', { data })).ok()).toBe(true)
}

const audiences: readonly (readonly [name: string, pages: Pages, logIn?: (page: Page) => Promise<void>])[] = [
  ['of a visitor', visitor],
  ['of a new account', newAccount, signUp],
  ['of a donor', donor, demoAccount('amina@example.org')],
  ['of a regular donor', regularDonor, demoAccount('yusuf@example.org')],
  ['of an organizer', organizer, demoAccount('sana@example.org')],
  ['of staff', admin, demoAccount('admin@example.org')],
]
const variants = [
  { language: 'en', options: { colorScheme: 'light' } },
  { language: 'ar', options: { colorScheme: 'dark', viewport: { width: 390, height: 844 } } },
] as const

for (const [audience, pages, logIn] of audiences)
  for (const { language, options } of variants)
    test(`pages ${audience} are complete and accessible, ${language}`, async ({ browser, baseURL, request }) => {
      test.setTimeout(30_000 + 6000 * Object.keys(pages).length)
      const context = await browser.newContext({ baseURL: baseURL!, ...options })
      await context.addCookies([{ name: 'lang', value: language, url: baseURL! }])
      const page = await context.newPage()
      const problems = problemsOf(page)
      await logIn?.(page)
      const slug = await plainCampaign(request)
      const { id } = (await campaigns(request)).find((card) => card.slug === 'clean-water-for-tharparkar')!
      for (const [address, heading] of Object.entries(pages)) {
        const path = address.replace(':slug', slug).replace(':own', `/organize/${id}`)
        await test.step(path, async () => {
          if (path === firstCase || path === firstPlan)
            await page.getByRole('article').first().getByRole('link').first().click()
          else await page.goto(path)
          await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
          await expect(page.getByRole('heading', { level: 1 })).toContainText(heading[language] ?? '')
          await expectAccessible(page)
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
            path,
          ).toBeLessThanOrEqual(0)
        })
      }
      // A page that is missing or refused responds with its status, which browsers log.
      expect(problems.filter((problem) => !/status of 4\d\d/.test(problem))).toEqual([])
      await context.close()
    })
