import '../../styles/money/gift.css'
import '../../styles/recurring/programme.css'
import '../../styles/recurring/plan.css'
import '../../styles/recurring/plan-calendar.css'
import { latestDeedsYear } from '#modules/faith/deeds/rules/deeds-year.ts'
import { renderContext } from '#server/pages/render-context.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import type { ProductContract } from '#modules/contract.ts'
import { GiftList, NoGifts } from '../../features/money/giving/gift-list.tsx'
import { withHijriDay } from '../../features/money/giving/hijri-day.ts'
import { LatestReceipts } from '../../features/money/receipts/latest-receipts.tsx'
import { NextScheduled, PlansToMend } from '../../features/recurring/agreement/plans-overview.tsx'
import { ProgrammeCards } from '../../features/recurring/agreement/wizard/programme-cards.tsx'
import { programmesOf } from '../plans/programmes.ts'
import { logInFirst } from '../../lib/log-in.ts'
import { useFrame, useText } from '../../lib/text.tsx'
import { Amount } from '../../ui/amount.tsx'
import type { Route } from './+types/overview'

const receiptsShown = 3

export async function loader({ context }: Route.LoaderArgs) {
  const frame = context.get(renderContext)
  if (!frame.viewer.isSignedIn) throw logInFirst('/account')
  const { api, viewer } = frame
  const deedsYear = latestDeedsYear(frame.now())
  const [giving, offers, { subscriptions }, { receipts }] = await Promise.all([
    api('GET /v4/account/giving', {}),
    programmesOf(frame),
    api('GET /v4/users/:userId/subscriptions', { userId: viewer.id }),
    api('GET /v4/receipts', { limit: receiptsShown }),
  ])
  return {
    ...giving,
    deedsYear: giving.years.hijri.includes(`h${deedsYear}`) ? deedsYear : null,
    attention: giving.attention.map((gift) => withHijriDay(gift, frame.locale)),
    latest: giving.latest.map((gift) => withHijriDay(gift, frame.locale)),
    plans: subscriptions.filter(({ status }) => status === 'active'),
    receipts,
    programmes: offers.filter(({ signedUp }) => !signedUp),
  }
}

/**
 * The account's first page: what keeps plans from giving, what was given this year in both calendars, what comes next,
 * and the last receipts and gifts.
 */
export default function AccountOverview({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const viewer = useFrame()?.viewer
  const { gregorian, hijri, attention, latest, plans, receipts } = loaderData
  return (
    <>
      <title>{t('account.title')}</title>
      <div className="stack">
        <h1>{viewer?.firstName ? t('account.salam', { name: viewer.firstName }) : t('account.title')}</h1>
        <p className="quiet">
          <bdi>{viewer?.email}</bdi>
        </p>
      </div>
      <PlansToMend plans={plans} />
      {attention.length > 0 ? (
        <section className="notice stack" aria-labelledby="attention">
          <h2 id="attention">{t('account.attention')}</h2>
          <GiftList gifts={attention} />
        </section>
      ) : null}
      {latest.length === 0 && plans.length === 0 ? null : (
        <div className="gift-years">
          <YearSums
            id="hijri"
            title={t('account.given-in', { year: t('gifts.hijri-year', { year: hijri.year.slice(1) }) })}
            of={hijri}
          />
          <NextScheduled plans={plans} />
          <YearSums id="gregorian" title={t('account.given-in', { year: gregorian.year.slice(1) })} of={gregorian} />
          <LatestReceipts receipts={receipts} />
        </div>
      )}
      {loaderData.deedsYear === null ? null : (
        <section className="card card-in stack" aria-labelledby="deeds">
          <h2 id="deeds">{t('account.deeds', { year: String(loaderData.deedsYear) })}</h2>
          <p className="quiet">{t('account.deeds-text')}</p>
          <p>
            <a className="button button-quiet" href="/deeds">
              {t('account.deeds-link')}
            </a>
          </p>
        </section>
      )}
      {latest.length === 0 ? (
        <NoGifts />
      ) : (
        <section className="stack" aria-labelledby="latest">
          <div className="row-apart row-baseline">
            <h2 id="latest">{t('account.latest')}</h2>
            <a href="/account/gifts">{t('account.all-gifts')}</a>
          </div>
          <GiftList gifts={latest} />
        </section>
      )}
      {loaderData.programmes.length > 0 ? (
        <section className="stack" aria-labelledby="programmes">
          <div className="row-apart row-baseline">
            <h2 id="programmes">{t('programme.not-yet')}</h2>
            <a href="/scheduled-giving">{t('programme.all-programmes')}</a>
          </div>
          <ProgrammeCards offers={loaderData.programmes} source="account" />
        </section>
      ) : null}
    </>
  )
}

type Year = OutputOf<ProductContract, 'GET /v4/account/giving'>['hijri']

/** Each currency apart: they are never added up. */
function YearSums({ id, title, of }: { readonly id: string; readonly title: string; readonly of: Year }) {
  const t = useText()
  return (
    <section className="card card-in stack gift-year" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {of.sums.length === 0 ? <p className="quiet">{t('account.nothing-yet')}</p> : null}
      <ul>
        {of.sums.map((sum) => (
          <li key={sum.currency}>
            <b>
              <Amount minor={sum.gift} currency={sum.currency} />
            </b>{' '}
            <span className="quiet small">
              <bdi>{sum.currency}</bdi> · {t('account.gift-count', { count: sum.count })}
            </span>
            {sum.zakat > 0 ? (
              <p className="quiet small">
                {t('account.of-it-zakat')} <Amount minor={sum.zakat} currency={sum.currency} />
              </p>
            ) : null}
          </li>
        ))}
      </ul>
      <p>
        <a href={`/account/gifts?year=${of.year}`}>{t('account.see-year')}</a>
      </p>
    </section>
  )
}
