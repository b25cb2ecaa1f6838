import '#web/features/money/giving/styles/donation.css'
import { Fragment } from 'react'
import { formatDay, localDate, localDateIn } from '#shared/calendar.ts'
import { DistributedParts } from '#web/features/faith/zakat/distribution/distributed-parts.tsx'
import { shownParts } from '#web/features/faith/zakat/distribution/shown-parts.ts'
import { text } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { submitForm } from '#web/kit/submit-form.ts'
import { type FormView, viewForm } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { TextArea } from '#web/ui/field.tsx'
import type { Route } from './+types/donation-zakat'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['faith/zakat-distribution', 'causes/zakat', 'faith/faults']

export const reassignmentFields = { note: text(1000) }

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, params }) => {
    const found = await api('GET /v4/account/donations/:donationId/zakat-distribution', params)
    const day = (date: string) => formatDay(localDate(date), locale)
    return {
      ...found,
      donationId: params.donationId,
      receivedOn: day(found.receivedOn),
      lateFrom: day(found.lateFrom),
      parts: shownParts(found.parts, locale),
      askedOn: found.request && formatDay(localDateIn('UTC', new Date(found.request.requestedAt)), locale),
    }
  })

export const action = (args: Route.ActionArgs) =>
  submitForm(args, reassignmentFields, async (values, { api }) => {
    await api('POST /v4/account/donations/:donationId/zakat-reassignment', { ...args.params, ...values })
    return ''
  })

/** The status of a donation's zakat: received, paid to the charity, distributed (zakat-19). */
export default function DonationZakat({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { currency, donationId, parts, received, distributed, late, status } = loaderData
  const form = viewForm(reassignmentFields, actionData)
  const title = t('distribution.donation-title')
  const remaining = received - distributed
  return (
    <>
      <title>{title}</title>
      <p>
        <a href={`/account/donations/${donationId}`}>{t('distribution.donation-back')}</a>
      </p>
      <h1>{title}</h1>
      <FormResult sent={actionData} forms={[form]} />
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
      <DistributedParts parts={parts} currency={currency} />
      {remaining > 0 && late === 0 ? (
        <p>{t('distribution.donation-outstanding', { date: loaderData.lateFrom })}</p>
      ) : null}
      <LateZakat data={loaderData} form={form} />
    </>
  )
}

/** The late part of the zakat, with a form that asks staff to reassign it, or their decision. */
function LateZakat({
  data: { late, currency, lateFrom, request, askedOn },
  form,
}: {
  readonly data: Route.ComponentProps['loaderData']
  readonly form: FormView<typeof reassignmentFields>
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
    <PageForm className="notice stack" noValidate>
      <p>
        <Amount minor={late} currency={currency} /> · {t('distribution.donation-late', { date: lateFrom })}
      </p>
      <TextArea {...form.control('note')} label={t('distribution.donation-note')} mark={t('shell.optional')} />
      <button className="button button-primary">{t('distribution.donation-request')}</button>
    </PageForm>
  )
}
