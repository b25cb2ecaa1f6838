import '#web/features/faith/qurbani/qurbani.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { formatDay, formatHijri, localDateIn } from '#shared/calendar.ts'
import { OfferCard } from '#web/features/faith/qurbani/offer-card.tsx'
import { OfferFilters } from '#web/features/faith/qurbani/offer-filters.tsx'
import { filterOffers, readQuantity } from '#web/features/faith/qurbani/order-choice.ts'
import { ReminderForm } from '#web/features/faith/qurbani/reminder-form.tsx'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import type { Route } from './+types/qurbani'
import { comingEid, countriesOf, filtersOf, nextOpeningItem, showOffer } from './shown-offers.ts'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['faith/qurbani', 'platform/faults']

/** The choices are in the URL, so the page works without JavaScript and can be shared. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const frame = context.get(renderContext)
  const query = new URL(request.url).searchParams
  const offers = await frame.api('GET /v4/qurbani/items', {})
  const filters = filtersOf(query)
  const open = await Promise.all(filterOffers(offers.open, filters).map((offer) => showOffer(frame, offer)))
  const chosen = open.find(({ id }) => id === query.get('level'))
  const opening = nextOpeningItem(offers)
  const eid = comingEid(frame)
  const all = [...offers.open, ...offers.upcoming]
  return {
    open,
    upcoming: filterOffers(offers.upcoming, filters).toSorted((a, b) => a.opensAt.localeCompare(b.opensAt)),
    filters,
    countries: countriesOf(frame, all),
    hasOpen: offers.open.length > 0,
    hasOffers: all.length > 0,
    chosen: chosen ? { id: chosen.id, quantity: readQuantity(query.get('quantity'), chosen) } : null,
    eid,
    opening: opening ?? null,
    year: opening?.year ?? eid.year,
    isReminded: query.has('reminded'),
  }
}

/** A plain form with the email to notify when orders open. */
export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const email = postedText(await postedForm(request), 'email', 1000)
  try {
    await api('POST /v4/qurbani/reminders', { email })
  } catch (error) {
    const refused = refusalOf(error)
    return data({ refused, email }, { status: refused.status })
  }
  return redirect('/v4/qurbani?reminded', 303)
}

export default function QurbaniPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { hasOpen, eid } = loaderData
  const title = t('qurbani.title')
  return (
    <div className="page stack-lg">
      <title>{actionData ? t('shell.title-problem', { title }) : title}</title>
      <meta name="description" content={t('qurbani.lead')} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={t('qurbani.lead')} />
      <div className="qurbani-head">
        <header className="stack">
          <h1>{title}</h1>
          <p className="qurbani-lead">{t('qurbani.lead')}</p>
          <p className="quiet">{t('qurbani.intro')}</p>
        </header>
        <section className="card card-in qurbani-days" aria-labelledby="days">
          <h2 id="days">{t('qurbani.days')}</h2>
          <p className="small quiet">{t('qurbani.days-eid', { year: String(eid.year) })}</p>
          <p className="qurbani-eid">{eid.day}</p>
          <p className="small quiet">{t('qurbani.days-text')}</p>
        </section>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(actionData?.refused, 'email')} />
      {hasOpen ? null : (
        <ReminderForm
          year={loaderData.year}
          nextOpening={loaderData.opening}
          isDone={loaderData.isReminded && !actionData}
          typed={actionData?.email}
          error={actionData?.refused.fields.email}
        />
      )}
      {loaderData.hasOffers ? <OfferFilters filters={loaderData.filters} countries={loaderData.countries} /> : null}
      {hasOpen ? <OpenOffers loaderData={loaderData} /> : null}
      <UpcomingOffers upcoming={loaderData.upcoming} countries={loaderData.countries} />
      <GoodToKnow />
    </div>
  )
}

type Loaded = Route.ComponentProps['loaderData']

function OpenOffers({ loaderData: { open, chosen } }: { readonly loaderData: Loaded }) {
  const t = useText()
  return (
    <section className="stack" aria-labelledby="open">
      <div className="row-apart row-baseline">
        <h2 id="open">{t('qurbani.open')}</h2>
        {open.length > 0 ? <p className="quiet">{t('qurbani.count', { count: open.length })}</p> : null}
      </div>
      {open.length === 0 ? (
        <EmptyState title={t('qurbani.none-chosen')}>
          <p>
            <a className="button button-quiet" href="/v4/qurbani">
              {t('qurbani.show-all')}
            </a>
          </p>
        </EmptyState>
      ) : (
        <div className="qurbani-offers">
          {open.map((offer) => (
            <OfferCard key={offer.id} offer={offer} chosen={chosen?.id === offer.id ? chosen.quantity : 1} />
          ))}
        </div>
      )}
    </section>
  )
}

function UpcomingOffers({ upcoming, countries }: Pick<Loaded, 'upcoming' | 'countries'>) {
  const t = useText()
  const locale = useLocale()
  if (upcoming.length === 0) return null
  return (
    <section className="stack" aria-labelledby="later">
      <h2 id="later">{t('qurbani.later')}</h2>
      <ul className="qurbani-later">
        {upcoming.map((offer) => {
          const opensOn = localDateIn(offer.timeZone, new Date(offer.opensAt))
          return (
            <li key={offer.id}>
              <span className="strong" dir="auto">
                {offer.title}
              </span>
              <span className="quiet small">
                {countries.find(({ code }) => code === offer.country)?.name ?? offer.country} ·{' '}
                {t('qurbani.opens', {
                  day: `\u2068${formatDay(opensOn, locale)}\u2069`,
                  hijri: `\u2068${formatHijri(opensOn, locale)}\u2069`,
                })}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function GoodToKnow() {
  const t = useText()
  return (
    <section className="stack" aria-labelledby="know">
      <h2 id="know">{t('qurbani.know')}</h2>
      <ul className="qurbani-know">
        {(['names', 'zakat', 'refund', 'currency'] as const).map((fact) => (
          <li key={fact}>
            <h3>{t(`qurbani.know-${fact}`)}</h3>
            <p className="quiet">{t(`qurbani.know-${fact}-text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
