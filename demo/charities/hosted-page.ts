import { hostedPagesServer } from '#modules/organizers/hosted-pages/index-server.ts'
import type { App } from '#server/app.ts'
import { sana } from '../accounts.ts'
import { demoData, demoViewerOf } from './charity-sign-ups.ts'
import { seedTexts } from '../seed-texts.ts'

/** Subdomain of the demo's hosted page. */
const subdomain = 'umeed-trust'

/** Adds a hosted page to a new demo, in its charity's colours (pages-7). */
export async function seedHostedPage(app: App): Promise<void> {
  const by = { viewer: await demoViewerOf(app, sana.email), context: demoData }
  const { text } = seedTexts(subdomain, 'en')
  const { page } = await hostedPagesServer.createPage(app, by, {
    subdomain,
    sent: {
      title: text('page.title'),
      tagline: text('page.tagline'),
      description: `<p>${text('page.story.1')}</p><p>${text('page.story.2')}</p>`,
      category: 'emergency',
      location: text('page.location'),
      country: 'PK',
      language: 'en',
      goalCurrency: 'GBP',
      donationGoal: 800_000,
      enableGoal: true,
      primaryColor: '#7A2E39',
      secondaryColor: '#23303F',
      frequencies: { oneTime: true, monthly: true },
      givingLevels: [
        { amount: 2_500, title: text('page.level.1'), description: text('page.level.1.text'), frequency: 'oneTime' },
        { amount: 10_000, title: text('page.level.2'), description: text('page.level.2.text'), frequency: 'oneTime' },
      ],
      impacts: [
        { amount: 1_000, text: text('page.impact.1') },
        { amount: 5_000, text: text('page.impact.2') },
      ],
    },
  })
  await hostedPagesServer.changePageState(app, by, { subdomain, slug: page.slug, state: 'published' })
}
