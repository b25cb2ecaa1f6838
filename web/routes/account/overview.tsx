import '#web/features/money/giving/styles/donation.css'
import '#web/features/recurring/subscriptions/programme.css'
import '#web/features/recurring/subscriptions/plan.css'
import '#web/features/recurring/subscriptions/plan-calendar.css'
import { latestDeedsYear } from '#modules/faith/deeds/rules/deeds-year.ts'
import { renderContext } from '#server/pages/render-context.ts'
import { DonationHistoryList, NoDonations } from '#web/features/money/giving/donation-list.tsx'
import { GivingHeadline } from '#web/features/money/giving/giving-headline.tsx'
import { totalCurrency } from '#web/features/money/giving/giving-total.ts'
import { withHijriDay } from '#web/features/money/giving/hijri-day.ts'
import { LatestReceipts } from '#web/features/money/receipts/latest-receipts.tsx'
import { ZakatTile } from '#web/features/faith/zakat/home/zakat-tile.tsx'
import {
  hasPlanTask,
  NextScheduled,
  PlansNeedingAction,
} from '#web/features/recurring/subscriptions/plans-overview.tsx'
import { ProgrammeCards } from '#web/features/recurring/subscriptions/wizard/programme-cards.tsx'
import { totalOfYear } from './donations/total-of-year.ts'
import { programmesOf } from '../plans/programmes.ts'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { useFrame, useText } from '#web/lib/text.tsx'
import type { Route } from './+types/overview'

const receiptsShown = 3

export async function loader({ context }: Route.LoaderArgs) {
  const frame = context.get(renderContext)
  if (!frame.viewer.isSignedIn) throw redirectToLogin('/account')
  const { api, viewer } = frame
  const deedsYear = latestDeedsYear(frame.now())
  const [giving, offers, { subscriptions }, { receipts }, zakat] = await Promise.all([
    api('GET /v4/account/giving', {}),
    programmesOf(frame),
    api('GET /v4/users/:userId/subscriptions', { userId: viewer.id }),
    api('GET /v4/receipts', { limit: receiptsShown }),
    api('GET /v4/zakat', {}),
  ])
  const { hijri, gregorian } = giving
  const currency = totalCurrency(frame.currency, [...hijri.sums, ...gregorian.sums])
  const [hijriTotal, gregorianTotal] = await Promise.all(
    [hijri, gregorian].map(({ sums }) => totalOfYear(frame, sums, currency)),
  )
  return {
    hijri: { ...hijri, total: hijriTotal ?? null },
    gregorian: { ...gregorian, total: gregorianTotal ?? null },
    deedsYear: giving.years.hijri.includes(`h${deedsYear}`) ? deedsYear : null,
    attention: giving.attention.map((donation) => withHijriDay(donation, frame.locale)),
    latest: giving.latest.map((donation) => withHijriDay(donation, frame.locale)),
    plans: subscriptions.filter(({ status }) => status === 'active'),
    receipts,
    zakat,
    programmes: offers.filter(({ signedUp }) => !signedUp),
  }
}

/**
 * The account overview: this year's total, the next scheduled donation and tasks; then the latest donations, zakat,
 * receipts and Deeds.
 */
export default function AccountOverview({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const viewer = useFrame()?.viewer
  const { gregorian, hijri, attention, latest, plans, receipts, deedsYear, programmes, zakat } = loaderData
  const isNew = latest.length === 0 && plans.length === 0
  const isOpen = attention.length > 0 || plans.some(hasPlanTask)
  return (
    <>
      <title>{t('account.title')}</title>
      <div className="account-welcome">
        <h1>{viewer?.firstName ? t('account.salam', { name: viewer.firstName }) : t('account.title')}</h1>
        {isNew || isOpen ? null : <p className="quiet">{t('account.caught-up')}</p>}
      </div>
      {isNew ? null : (
        <div className="donation-first">
          <GivingHeadline hijri={hijri} gregorian={gregorian} />
          <NextScheduled plans={plans} />
        </div>
      )}
      {isOpen ? (
        <section className="stack" aria-labelledby="open-tasks">
          <h2 id="open-tasks">{t('account.open-tasks')}</h2>
          <PlansNeedingAction plans={plans} />
          {attention.length > 0 ? (
            <section className="card card-in stack" aria-labelledby="attention">
              <h3 id="attention">{t('account.attention')}</h3>
              <DonationHistoryList donations={attention} />
            </section>
          ) : null}
        </section>
      ) : null}
      {latest.length === 0 ? (
        <NoDonations />
      ) : (
        <section className="stack" aria-labelledby="latest">
          <div className="row-apart row-baseline">
            <h2 id="latest">{t('account.latest')}</h2>
            <a href="/account/donations">{t('account.all-donations')}</a>
          </div>
          <div className="card donation-card">
            <DonationHistoryList donations={latest} />
          </div>
        </section>
      )}
      {isNew ? null : (
        <div className="account-tiles">
          <ZakatTile progress={zakat} />
          <LatestReceipts receipts={receipts} />
          {deedsYear === null ? null : (
            <section className="card card-in account-tile" aria-labelledby="deeds">
              <h2 id="deeds">{t('account.deeds', { year: String(deedsYear) })}</h2>
              <p className="quiet">{t('account.deeds-text')}</p>
              <p className="account-tile-act">
                <a href="/deeds">{t('account.deeds-link')}</a>
              </p>
            </section>
          )}
        </div>
      )}
      {programmes.length > 0 ? (
        <section className="stack" aria-labelledby="programmes">
          <div className="row-apart row-baseline">
            <h2 id="programmes">{t('programme.not-yet')}</h2>
            <a href="/scheduled-giving">{t('programme.all-programmes')}</a>
          </div>
          <ProgrammeCards offers={programmes} source="account" isCompact />
        </section>
      ) : null}
    </>
  )
}
