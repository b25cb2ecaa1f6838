import { countryCodes } from '#modules/platform/addresses/rules/countries.ts'
import '#web/features/causes/campaigns/styles/campaign-card.css'
import '#web/features/faith/zakat/zakat.css'
import { renderContext } from '#server/pages/render-context.ts'
import { CampaignCard } from '#web/features/causes/campaigns/campaign-card.tsx'
import {
  amountFor,
  checkoutAddress,
  isObligationPage,
  obligationPages,
  type ShownRate,
  wholeAmountFor,
} from '#web/features/faith/zakat/obligations/obligation-amount.ts'
import { ObligationForm } from '#web/features/faith/zakat/obligations/obligation-form.tsx'
import { ObligationResult } from '#web/features/faith/zakat/obligations/obligation-result.tsx'
import { countriesIn } from '#web/features/platform/addresses/address-data.ts'
import { useFaultText, useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import type { Route } from './+types/obligation'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['faith/zakat-obligations', 'causes/campaigns', 'faith/faults', 'platform/faults']

/** The number of fundraisers offered for an obligation. */
const offeredMax = 6

/** The input is in the URL, so the page works without JavaScript and can be shared (zakat-20). */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, country: ownCountry, locale } = context.get(renderContext)
  const url = new URL(request.url)
  const page = url.pathname.split('/').findLast((part) => part !== '') ?? ''
  if (!isObligationPage(page)) throw new Response(null, { status: 404 })
  const { obligations } = obligationPages[page]
  const countryParam = url.searchParams.get('country') ?? ''
  const country = /^[A-Z]{2}$/.test(countryParam) ? countryParam : (ownCountry ?? '')
  const obligation =
    obligations.find((obligation) => obligation === url.searchParams.get('obligation')) ?? obligations[0]
  const count = url.searchParams.get('count')?.slice(0, 60)
  const { rates, fitr, year } = await api('GET /v4/zakat/obligations', country ? { country } : {})
  const rate = rates.find((rate) => rate.obligation === obligation)
  const isClosed = page === 'al-fitr' && fitr?.status === 'closed'
  const { fault, due, amount } = readAmount(isClosed ? undefined : rate, country, count)
  const cards = amount
    ? await api('GET /v4/discovery/cards', { zakat: true, recipients: 'poor,needy', limit: 100, offset: 0 })
    : undefined
  return {
    page,
    country,
    countries: countriesIn(locale, countryCodes),
    obligation,
    count: count ?? '',
    year,
    rate: rate ?? null,
    closesAt: page === 'al-fitr' ? (fitr?.closesAt ?? null) : null,
    isClosed,
    due: due ?? null,
    amount: amount ?? null,
    fault: fault ?? null,
    campaigns: (cards?.results ?? []).filter((card) => card.currencyCode === rate?.code).slice(0, offeredMax),
  }
}

/** Returns the amount due for a count, or its error; nothing before a count was submitted. */
function readAmount(rate: ShownRate | undefined, country: string, count: string | undefined) {
  if (!rate || count === undefined) return {}
  const result = amountFor(rate, country, count)
  return 'code' in result ? { fault: result } : { due: result, amount: wholeAmountFor(result.amount) }
}

export default function ObligationPage({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const fault = useFaultText()
  const { page, rate, isClosed, due, amount, campaigns } = loaderData
  const error = fault(loaderData.fault ?? undefined)
  const title = t(`zakat-duty.${page}-title`)
  return (
    <div className="page stack-lg">
      <title>{error ? t('shell.title-problem', { title }) : title}</title>
      <meta name="description" content={t(`zakat-duty.${page}-lead`)} />
      <header className="stack zakat-prose">
        <p>
          <a href="/v4/zakat">{t('zakat-duty.back')}</a>
        </p>
        <h1>{title}</h1>
        <p className="quiet">{t(`zakat-duty.${page}-lead`)}</p>
      </header>
      <ErrorSummary title={t('shell.problem')} wrong={error ? [{ id: 'count', text: error }] : []} />
      {isClosed ? <p className="notice zakat-prose">{t('zakat-duty.closed')}</p> : null}
      <ObligationForm {...loaderData} error={error} />
      {due && rate ? <ObligationResult due={due} rate={rate} amount={amount} /> : null}
      {due && amount ? (
        <section className="stack" aria-labelledby="give">
          <h2 id="give">{t('zakat-duty.give-title')}</h2>
          {campaigns.length > 0 ? (
            <div className="campaign-card-grid">
              {campaigns.map((card) => (
                <CampaignCard
                  key={card.id}
                  card={card}
                  source={`zakat-${page}`}
                  action={
                    <a className="button button-primary button-wide" href={checkoutAddress(card.slug, page, amount)}>
                      {t('zakat-duty.give')}
                      <span className="visually-hidden"> {card.name}</span>
                    </a>
                  }
                />
              ))}
            </div>
          ) : (
            <p>
              {t('zakat-duty.give-none', { currency: rate?.code ?? '' })}{' '}
              <a href="/v4/discover?zakat=1">{t('zakat-duty.give-others')}</a>
            </p>
          )}
        </section>
      ) : null}
    </div>
  )
}
