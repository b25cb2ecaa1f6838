/**
 * `npm run browsers`: donates in Chromium, Firefox and WebKitGTK by card, by the sandbox's wallet, zakat in Arabic, and
 * in an iframe of another website with third-party cookies blocked, also with a reload during the payment. Each must
 * end with one payment and one receipt. A missing engine is a failure.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '#server/database/db.ts'
import { required } from '#shared/collections.ts'
import { withDemo } from '../demo.ts'
import { givenOptions } from '../given-options.ts'
import { chromiumEngine } from './chromium.ts'
import { donate, type Journey } from './donate.ts'
import { donateInFrame, formFrame, openWebsite, reloadWhilePaying, type Website } from './embed.ts'
import type { BrowserPage } from './engine.ts'
import { firefoxEngine } from './firefox.ts'
import { webkitEngine } from './webkit.ts'

const engines = [chromiumEngine, firefoxEngine, webkitEngine]
const { engine: only, journey: onlyJourney } = givenOptions(
  `Usage: npm run browsers [-- --engine ${engines.map(({ name }) => name.toLowerCase()).join('|')} --journey frame]`,
  { engine: { type: 'string' }, journey: { type: 'string' } },
  [],
)

type Database = ReturnType<typeof openDatabase>
type Donation = { readonly isZakat: boolean; readonly locale: string; readonly receipts: number }
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

type Run = {
  readonly name: string
  readonly isZakat: boolean
  readonly locale: 'en' | 'ar'
  run(page: BrowserPage, email: string): Promise<void>
}

/** Returns the slug of an open fundraiser in dollars without giving levels. */
async function slugOf({ statement }: Database, name: string, condition: string): Promise<string> {
  const rows = await statement<{ slug: string }>(
    `browsers.${name}`,
    `select c.slug from campaigns.campaign c where c.status = 1 and c.kind = 'fundraiser' and c.currency = 'USD'
       and (c.ends_at is null or c.ends_at > now()) and ${condition}
       and not exists (select from campaigns.level l where l.campaign_id = c.id) order by c.id limit 1`,
    [],
  )
  return required(rows[0], `a fundraiser for ${name}`).slug
}

async function journeysOf(database: Database, origin: string, website: Website): Promise<Run[]> {
  const slug = await slugOf(database, 'donation', 'true')
  const zakatSlug = await slugOf(database, 'zakat', 'c.zakat_verified')
  await database.statement(
    'browsers.embed-host',
    `insert into organizations.embed_host (organization_id, position, host, added_at)
       select organization_id, 1, $2, now() from campaigns.campaign where slug = $1`,
    [slug, website.origin],
  )
  website.show(origin, slug)
  const own = (journey: Journey): Run => ({ ...journey, run: (page, email) => donate(page, origin, journey, email) })
  return [
    own({ name: 'card donation', locale: 'en', isZakat: false, isWallet: false, slug }),
    own({ name: 'wallet donation', locale: 'en', isZakat: false, isWallet: true, slug }),
    own({ name: 'zakat donation in Arabic', locale: 'ar', isZakat: true, isWallet: false, slug: zakatSlug }),
    {
      name: 'donation in a frame of another website',
      locale: 'en',
      isZakat: false,
      run: (page, email) => donateInFrame(page, website.origin, email),
    },
    {
      name: 'a reload of that frame while it pays',
      locale: 'en',
      isZakat: false,
      run: (page, email) => reloadWhilePaying(page, website.origin, email),
    },
  ]
}

/** Waits up to ten seconds until all donations of an email address have receipts and returns them, or an empty list. */
async function donationsOf({ statement }: Database, email: string): Promise<readonly Donation[]> {
  for (const end = Date.now() + 10_000; Date.now() < end; await sleep(200)) {
    const rows = await statement<Donation>(
      'browsers.donations',
      `select d.is_zakat as "isZakat", d.locale, (select count(*)::int from receipts.line l where l.donation_id = d.id) as receipts
         from giving.donation d where d.email = $1`,
      [email],
    )
    if (rows.length > 0 && rows.every(({ receipts }) => receipts > 0)) return rows
  }
  return []
}

const failures = await withDemo('browsers', async ({ origin, databaseUrl }) => {
  const database = openDatabase({ url: databaseUrl, max: 1, name: 'browsers', log: silent })
  const website = await openWebsite()
  const all = await journeysOf(database, origin, website)
  const journeys = all.filter(({ name }) => !onlyJourney || name.includes(onlyJourney))
  let failed = 0
  for (const engine of engines.filter(({ name }) => !only || name.toLowerCase() === only)) {
    const executable = await engine.find()
    if (executable === undefined) {
      failed += journeys.length
      console.error(`missing: ${engine.name} (install ${engine.packages})`)
      continue
    }
    for (const journey of journeys) {
      const startedAt = Date.now()
      const email = `${randomUUID()}@example.org`
      const page = await engine.open(executable)
      try {
        await journey.run(page, email)
        const donations = await donationsOf(database, email)
        const [donation] = donations
        if (donations.length !== 1 || donation?.isZakat !== journey.isZakat || donation.locale !== journey.locale)
          throw new Error(`unexpected donations: ${JSON.stringify(donations)}`)
        if (donation.receipts !== 1) throw new Error(`${donation.receipts} receipts instead of one`)
        console.log(`passed: ${engine.name}, ${journey.name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`)
      } catch (error) {
        failed += 1
        const shown = '`${location.href}\n${document.body.innerText}`'
        const text = await page.evaluate(shown).catch(String)
        const inFrame = await page.evaluate(shown, formFrame).catch(() => '')
        console.error(`failed: ${engine.name}, ${journey.name}`, error, text, inFrame)
      } finally {
        await page.close()
      }
    }
  }
  website.close()
  await database.close()
  return failed
})
console.log(failures === 0 ? 'sunbul: every engine passed' : `sunbul: ${failures} journeys failed`)
process.exitCode = failures === 0 ? 0 : 1
