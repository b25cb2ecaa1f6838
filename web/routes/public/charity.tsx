import { catalogueOf } from '#web/lib/catalogues.ts'
import '#web/features/causes/campaigns/styles/campaign-card.css'
import '#web/features/causes/campaigns/styles/campaign.css'
import '#web/features/causes/campaigns/styles/donate.css'
import '#web/features/organizers/charities/charity-page.css'
import { redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { quickAmounts, defaultAmount } from '#modules/money/giving/rules/amounts.ts'
import { parseCheckoutQuery } from '#modules/money/giving/rules/query-parameters.ts'
import { registrationText } from '#modules/causes/organizations/rules/registration-text.ts'
import { countryName } from '#shared/texts/country-names.ts'
import { formatDay, localDate } from '#shared/calendar.ts'
import { type Money, toMajor } from '#shared/money.ts'
import { CampaignCard } from '#web/features/causes/campaigns/campaign-card.tsx'
import { useOpening } from '#web/features/causes/campaigns/donate/donate-button.tsx'
import { CharityAside } from '#web/features/organizers/charities/page/charity-aside.tsx'
import { CharityHead } from '#web/features/organizers/charities/page/charity-head.tsx'
import { CharityChecks } from '#web/features/organizers/charities/page/charity-checks.tsx'
import { CharityReports, CharityZakat } from '#web/features/organizers/charities/page/charity-zakat.tsx'
import { findOr404, redirectIfMoved } from '#web/lib/find-or-404.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { plansOffered } from '../plans/offered.ts'
import { publicMoney } from './public-money.ts'
import type { Route } from './+types/charity'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = [
  'organizers/charity-page',
  'causes/campaigns',
  'causes/campaign-page',
  'causes/causes',
  'causes/zakat',
]

const fundraisersShown = 6
const wholeMajor = (amount: Money): string => toMajor(amount).replace(/\.0+$/, '')

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const frame = context.get(renderContext)
  const { api, locale, origin } = frame
  return findOr404(
    async () => {
      const charity = await api('GET /v4/organizations/by-subdomain/:subdomain', { subdomain: params.subdomain })
      const publicOrigin = await frame.charityOriginOf(charity.subdomain)
      const url = publicOrigin === undefined ? `${origin}/organizations/${charity.subdomain}` : `${publicOrigin}/`
      // From a host of the charity to the one of its public address, if that is another (pages-11).
      if (frame.isTenant && publicOrigin !== frame.hostOrigin) throw redirect(url + new URL(request.url).search, 302)
      const { generalFund, verification } = charity
      const [cards, plans, paidOut] = await Promise.all([
        api('GET /v4/discovery/cards', { charity: charity.subdomain, sort: 'newest', limit: fundraisersShown }),
        plansOffered(frame, generalFund.campaignId),
        api('GET /v4/organizations/by-subdomain/:subdomain/payout-totals', { subdomain: charity.subdomain }),
      ])
      const day = (date: string) => formatDay(localDate(date), locale)
      return {
        charity,
        registration: registrationText(verification.registration, locale, catalogueOf('causes/registrations', locale)),
        countryName: countryName(charity.country, locale),
        distributions: charity.distributions.map((distribution) => ({
          ...distribution,
          day: day(distribution.distributedOn),
          countryName: countryName(distribution.country, locale),
        })),
        days: { checkedOn: day(verification.checkedOn), until: verification.until && day(verification.until) },
        money: publicMoney(paidOut.totals, locale, `/ledger/charities/${charity.subdomain}`),
        cards: cards.results,
        hasMore: cards.total > cards.results.length,
        // The form offers once or monthly; other frequencies can be chosen in the checkout.
        frequencies: plans.flatMap(({ frequency }) => (frequency === 'month' ? [frequency] : [])),
        quick: quickAmounts(generalFund.currency).map(wholeMajor),
        first: wholeMajor(defaultAmount(generalFund.currency)),
        origin,
        url,
        source: parseCheckoutQuery(new URL(request.url).searchParams).src ?? null,
      }
    },
    () => redirectIfMoved(frame, request, params.subdomain),
  )
}

/** The public page of a charity: its checks, fundraisers, totals, zakat and reports (content-27). */
export default function CharityPage({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const locale = useLocale()
  const { charity, cards, origin, url } = loaderData
  const { generalFund } = charity
  const opening = useOpening({ ...generalFund, id: generalFund.campaignId })
  const name = (locale === 'ar' && charity.nameAr) || charity.name
  const summary = charity.about.split('\n', 1)[0] ?? ''
  return (
    <div className="page">
      <title>{name}</title>
      <link rel="canonical" href={url} />
      <meta name="description" content={summary.slice(0, 200)} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={name} />
      <meta property="og:description" content={summary.slice(0, 200)} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={`${origin}${charity.logoUrl ?? generalFund.imageUrl}&w=960`} />
      <div className="campaign-page">
        <CharityHead
          charity={charity}
          name={name}
          countryName={loaderData.countryName}
          registration={loaderData.registration}
        />
        <CharityAside data={loaderData} name={name} opening={opening} />
        <div className="stack-lg">
          {charity.about ? (
            <section className="stack" aria-labelledby="about">
              <h2 id="about">{t('charity-page.about')}</h2>
              {charity.about.split(/\n+/).map((paragraph, index) => (
                <p key={index} dir="auto" className="charity-page-words">
                  {paragraph}
                </p>
              ))}
            </section>
          ) : null}
          <CharityChecks charity={charity} days={loaderData.days} registration={loaderData.registration} />
          <section className="stack" aria-labelledby="fundraisers">
            <h2 id="fundraisers">{t('charity-page.fundraisers')}</h2>
            {cards.length > 0 ? (
              <div className="charity-page-cards">
                {cards.map((card) => (
                  <CampaignCard key={card.id} card={card} source="charity" />
                ))}
              </div>
            ) : (
              <p className="quiet">{t('charity-page.no-fundraisers')}</p>
            )}
            {loaderData.hasMore ? (
              <p>
                <a href={`/v4/discover?charity=${encodeURIComponent(charity.subdomain)}`}>
                  {t('charity-page.all-fundraisers')}
                </a>
              </p>
            ) : null}
          </section>
          <CharityZakat totals={charity.zakat} distributions={loaderData.distributions} />
          <CharityReports subdomain={charity.subdomain} reports={charity.reports} />
        </div>
      </div>
    </div>
  )
}
