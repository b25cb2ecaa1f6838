import '../../../styles/money/donation.css'
import { Fragment } from 'react'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { formatDay, localDate, localDateIn } from '#shared/calendar.ts'
import { isProblem } from '#shared/problem.ts'
import { countriesIn } from '../../../features/platform/addresses/address-data.ts'
import { redirectToLogin } from '../../../lib/login-urls.ts'
import { postedForm } from '../../../lib/posted-form.ts'
import { postedText, toFormErrors } from '../../../lib/form-values.ts'
import { useText } from '../../../lib/text.tsx'
import { Amount } from '../../../ui/amount.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { TextArea } from '../../../ui/field.tsx'
import type { Route } from './+types/donation-zakat'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { api, locale, viewer } = context.get(renderContext)
  if (!viewer.isSignedIn) throw redirectToLogin(new URL(request.url).pathname)
  try {
    const found = await api('GET /v4/account/donations/:donationId/zakat-distribution', {
      donationId: params.donationId,
    })
    const nameOf = new Map(countriesIn(locale).map(({ code, name }) => [code, name]))
    const day = (date: string) => formatDay(localDate(date), locale)
    return {
      ...found,
      donationId: params.donationId,
      receivedOn: day(found.receivedOn),
      lateFrom: day(found.lateFrom),
      parts: found.parts.map((part) => ({
        ...part,
        day: day(part.distributedOn),
        countryName: nameOf.get(part.country) ?? part.country,
      })),
      askedOn: found.request && formatDay(localDateIn('UTC', new Date(found.request.requestedAt)), locale),
    }
  } catch (error) {
    if (isProblem(error) && error.class === 'not-found') throw data(null, { status: 404 })
    throw error
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, refusalOf, viewer } = context.get(renderContext)
  const here = `/account/donations/${encodeURIComponent(params.donationId)}/zakat`
  if (!viewer.isSignedIn) return redirectToLogin(here)
  const note = postedText(await postedForm(request), 'note', 4000)
  try {
    await api('POST /v4/account/donations/:donationId/zakat-reassignment', { donationId: params.donationId, note })
    return redirect(here, 303)
  } catch (error) {
    const refused = refusalOf(error)
    return data({ refused, note }, { status: refused.status })
  }
}

/** The status of a donation's zakat: received, paid to the charity, distributed (zakat-19). */
export default function DonationZakat({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { currency, donationId, parts, received, distributed, late, status } = loaderData
  const title = t('distribution.donation-title')
  const remaining = received - distributed
  return (
    <>
      <title>{title}</title>
      <p>
        <a href={`/account/donations/${donationId}`}>{t('distribution.donation-back')}</a>
      </p>
      <h1>{title}</h1>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(actionData?.refused, 'note')} />
      {status === 'refunded' ? <p className="notice">{t('distribution.donation-refunded')}</p> : null}
      <dl className="lines">
        {(['received', 'paid', 'distributed'] as const).map((name) => (
          <Fragment key={name}>
            <dt>{t(`distribution.${name}`)}</dt>
            <dd>
              <Amount minor={loaderData[name]} currency={currency} />
            </dd>
          </Fragment>
        ))}
      </dl>
      <p className="quiet">{t('distribution.donation-received', { date: loaderData.receivedOn })}</p>
      {parts.length > 0 ? (
        <ul className="stack">
          {parts.map((part, index) => (
            <li key={index}>
              <Amount minor={part.amount} currency={currency} />{' '}
              {t('distribution.donation-part', {
                date: part.day,
                country: `\u2068${part.countryName}\u2069`,
                category: t(`zakat.${part.category}`),
              })}
            </li>
          ))}
        </ul>
      ) : null}
      {remaining > 0 && late === 0 ? (
        <p>{t('distribution.donation-outstanding', { date: loaderData.lateFrom })}</p>
      ) : null}
      <LateZakat data={loaderData} note={actionData?.note} error={actionData?.refused.fields.note} />
    </>
  )
}

/** The late part of the zakat, with a form that asks staff to reassign it, or their decision. */
function LateZakat({
  data: { late, currency, lateFrom, request, askedOn },
  note,
  error,
}: {
  readonly data: Route.ComponentProps['loaderData']
  readonly note: string | undefined
  readonly error: string | undefined
}) {
  const t = useText()
  if (request)
    return (
      <section className="notice stack">
        <p>{t('distribution.donation-requested', { date: askedOn ?? '' })}</p>
        {request.answer ? (
          <>
            <h2>{t('distribution.donation-answer')}</h2>
            <p dir="auto">{request.answer}</p>
          </>
        ) : null}
      </section>
    )
  if (late === 0) return null
  return (
    <form method="post" className="notice stack" noValidate>
      <p>
        <Amount minor={late} currency={currency} /> · {t('distribution.donation-late', { date: lateFrom })}
      </p>
      <TextArea
        id="note"
        label={t('distribution.donation-note')}
        mark={t('shell.optional')}
        defaultValue={note}
        error={error}
        maxLength={1000}
      />
      <button className="button button-primary">{t('distribution.donation-request')}</button>
    </form>
  )
}
