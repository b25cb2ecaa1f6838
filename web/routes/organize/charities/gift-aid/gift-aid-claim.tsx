import '#web/features/money/gift-aid/gift-aid-claims.css'
import '#web/features/organizers/organizing/table.css'
import type { ReactNode } from 'react'
import { claimCancelReasons } from '#modules/money/gift-aid/rules/claim-states.ts'
import { formatDay, localDate, localDateIn } from '#shared/calendar.ts'
import { ClaimBadge } from '#web/features/money/gift-aid/claim-badge.tsx'
import { ClaimRows, rejectFields } from '#web/features/money/gift-aid/claim-rows.tsx'
import { useMinorText } from '#web/features/money/refunds/refund-marks.tsx'
import { hidden, trimmed, unlimited } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { submitForms } from '#web/kit/submit-form.ts'
import { viewForm } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { TextInput } from '#web/ui/field.tsx'
import type { Route } from './+types/gift-aid-claim'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['money/gift-aid-claims']

const done = {
  submitted: 'gift-aid-claims.done-submitted',
  paid: 'gift-aid-claims.done-paid',
  cancelled: 'gift-aid-claims.done-cancelled',
  rejected: 'gift-aid-claims.done-rejected',
} as const

export const submissionFields = { submittedOn: unlimited(20), reference: trimmed(40) }
export const paymentFields = { paidOn: unlimited(20), amount: trimmed(20) }
export const cancelFields = { cancel: hidden }

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, params }) => {
    const detail = await api('GET /v4/organizations/:organizationId/gift-aid/claims/:claimId', params)
    const dayOf = (day: string | null) => day && formatDay(localDate(day), locale)
    const { claim } = detail
    return {
      ...detail,
      draftedOn: dayOf(localDateIn('Europe/London', new Date(claim.draftedAt))),
      submittedOn: dayOf(claim.submittedOn),
      paidOn: dayOf(claim.paidOn),
      today: localDateIn('Europe/London', new Date()),
      rows: detail.rows.map((row) => ({ ...row, day: formatDay(localDate(row.givenOn), locale) })),
      adjustments: detail.adjustments.map((row) => ({ ...row, day: formatDay(localDate(row.givenOn), locale) })),
    }
  })

/** The charity records what became of a claim: submitted, paid, cancelled, or a rejected donation. */
export const action = (args: Route.ActionArgs) => {
  const { organizationId, claimId } = args.params
  const claim = { organizationId, claimId }
  return submitForms(
    args,
    { submit: submissionFields, pay: paymentFields, cancel: cancelFields, reject: rejectFields },
    {
      submit: async (values, { api }) => {
        const call = 'POST /v4/organizations/:organizationId/gift-aid/claims/:claimId/submission'
        const { state } = await api(call, { ...claim, ...values })
        // A draft that doesn't hold any more is cancelled instead; the page says why.
        return state === 'submitted'
          ? '?done=submitted'
          : `/organize/charities/${organizationId}/gift-aid/claims/${claimId}`
      },
      pay: async (values, { api }) => {
        await api('POST /v4/organizations/:organizationId/gift-aid/claims/:claimId/payment', { ...claim, ...values })
        return '?done=paid'
      },
      cancel: async (_, { api }) => {
        await api('POST /v4/organizations/:organizationId/gift-aid/claims/:claimId/cancellation', claim)
        return '?done=cancelled'
      },
      reject: async (values, { api }) => {
        await api('POST /v4/organizations/:organizationId/gift-aid/claims/:claimId/rejections', { ...claim, ...values })
        return '?done=rejected'
      },
    },
    { decisions: ['submit', 'pay', 'cancel', 'reject'] },
  )
}

type Data = Route.ComponentProps['loaderData']
type PageProps = { readonly data: Data; readonly root: string }

/** A Gift Aid claim: its files for HMRC, what became of it, and its donations (gift-aid-13). */
export default function GiftAidClaim({ loaderData, params, actionData }: Route.ComponentProps) {
  const t = useText()
  const { claim, rows, rowCount, adjustments } = loaderData
  const title = t('gift-aid-claims.claim-title', { number: `\u2066${claim.number}\u2069` })
  const root = `/organize/charities/${params.organizationId}/gift-aid`
  const submission = viewForm(submissionFields, actionData?.intent === 'submit' ? actionData : undefined, {
    submittedOn: loaderData.today,
  })
  const payment = viewForm(paymentFields, actionData?.intent === 'pay' ? actionData : undefined, {
    paidOn: loaderData.today,
  })
  const isSubmitted = claim.state === 'submitted' || claim.state === 'paid'
  return (
    <div className="gift-aid-claims stack-lg">
      <div className="stack">
        <p>
          <a href={root}>{t('gift-aid-claims.back')}</a>
        </p>
        <h1>{title}</h1>
        <p className="badges">
          <ClaimBadge state={claim.state} /> <bdi className="quiet">{loaderData.charity.name}</bdi>
        </p>
      </div>
      <FormResult title={title} sent={actionData} forms={[submission, payment]} done={done} />
      {claim.state === 'cancelled' ? <Cancelled reason={claim.cancelReason} /> : null}
      <ClaimSums data={loaderData} root={root} />
      {claim.state === 'draft' ? (
        <section className="card card-in stack" aria-labelledby="submit">
          <h2 id="submit">{t('gift-aid-claims.submit-title')}</h2>
          <ol className="gift-aid-claims-steps">
            <li>{t('gift-aid-claims.step-download')}</li>
            <li>{t('gift-aid-claims.step-paste')}</li>
            {claim.adjustment > 0 ? <li>{t('gift-aid-claims.step-adjust')}</li> : null}
            <li>{t('gift-aid-claims.step-record')}</li>
          </ol>
          <ClaimFiles data={loaderData} root={root} />
          <PageForm className="stack" noValidate>
            <TextInput {...submission.control('submittedOn')} type="date" label={t('gift-aid-claims.submitted-on')} />
            <TextInput
              {...submission.control('reference')}
              label={t('gift-aid-claims.hmrc-submission')}
              hint={t('gift-aid-claims.hmrc-submission-hint')}
              dir="ltr"
              autoComplete="off"
            />
            <p>
              <button className="button button-primary" name="intent" value="submit">
                {t('gift-aid-claims.submit')}
              </button>
            </p>
          </PageForm>
        </section>
      ) : null}
      {claim.state === 'submitted' ? (
        <section className="card card-in stack" aria-labelledby="pay">
          <h2 id="pay">{t('gift-aid-claims.pay-title')}</h2>
          <p className="quiet">{t('gift-aid-claims.pay-lead')}</p>
          <PageForm className="stack" noValidate>
            <TextInput {...payment.control('paidOn')} type="date" label={t('gift-aid-claims.paid-on')} />
            <TextInput
              {...payment.control('amount')}
              label={t('gift-aid-claims.paid-amount')}
              hint={t('gift-aid-claims.paid-amount-hint')}
              inputMode="decimal"
              dir="ltr"
              autoComplete="off"
            />
            <p>
              <button className="button button-primary" name="intent" value="pay">
                {t('gift-aid-claims.pay')}
              </button>
            </p>
          </PageForm>
        </section>
      ) : null}
      {isSubmitted ? (
        <section className="stack" aria-labelledby="files">
          <h2 id="files">{t('gift-aid-claims.files')}</h2>
          <ClaimFiles data={loaderData} root={root} />
        </section>
      ) : null}
      {adjustments.length > 0 ? <Adjustments data={loaderData} root={root} /> : null}
      <section className="stack" aria-labelledby="rows">
        <h2 id="rows">{t('gift-aid-claims.rows')}</h2>
        {rowCount > rows.length ? (
          <p className="quiet">{t('gift-aid-claims.rows-first', { shown: rows.length, total: rowCount })}</p>
        ) : null}
        <ClaimRows rows={rows} canReject={isSubmitted} />
      </section>
      {claim.state === 'draft' || claim.state === 'submitted' ? (
        <section className="stack" aria-labelledby="cancel">
          <h2 id="cancel">{t('gift-aid-claims.cancel-title')}</h2>
          <p className="quiet">{t(`gift-aid-claims.cancel-${claim.state}`)}</p>
          <PageForm>
            <button className="button button-quiet" name="intent" value="cancel">
              {t('gift-aid-claims.cancel')}
            </button>
          </PageForm>
        </section>
      ) : null}
    </div>
  )
}

function Cancelled({ reason }: { readonly reason: string }) {
  const t = useText()
  const known = claimCancelReasons.find((code) => code === reason) ?? 'by-charity'
  return <p className="notice">{t(`gift-aid-claims.cancelled-${known}`)}</p>
}

/** The buttons that download the claim's files. */
function ClaimFiles({ data: { claim, files, rowsPerFile }, root }: PageProps) {
  const t = useText()
  return (
    <div className="button-row">
      {Array.from({ length: files }, (_, index) => (
        <PageForm key={index} action={`${root}/claims/${claim.id}/files/${index + 1}`}>
          <button className="button button-quiet">
            {files === 1
              ? t('gift-aid-claims.download')
              : t('gift-aid-claims.download-part', {
                  from: index * rowsPerFile + 1,
                  to: Math.min((index + 1) * rowsPerFile, claim.rows),
                })}
          </button>
        </PageForm>
      ))}
    </div>
  )
}

/** The sums of a claim and its dates. */
function ClaimSums({ data: { claim, draftedOn, submittedOn, paidOn } }: PageProps) {
  const t = useText()
  const sums = [
    ['gifts', claim.gifts],
    ['tax', claim.tax],
    ...(claim.adjustment > 0 ? ([['adjustment', -claim.adjustment]] as const) : []),
  ] as const
  return (
    <div className="card card-in stack lines-in">
      <dl className="lines">
        <dt>{t('gift-aid-claims.donations')}</dt>
        <dd>
          <bdi className="num">{claim.rows}</bdi>
        </dd>
        {sums.map(([name, minor]) => (
          <Line key={name} label={t(`gift-aid-claims.${name}`)}>
            <Amount minor={minor} currency="GBP" fractions="always" />
          </Line>
        ))}
        <dt className="lines-total">{t('gift-aid-claims.net')}</dt>
        <dd className="lines-total">
          <Amount minor={claim.net} currency="GBP" fractions="always" />
        </dd>
      </dl>
      <dl className="lines">
        <Line label={t('gift-aid-claims.drafted-on')}>{draftedOn}</Line>
        {submittedOn ? <Line label={t('gift-aid-claims.submitted-on')}>{submittedOn}</Line> : null}
        {claim.reference ? (
          <Line label={t('gift-aid-claims.hmrc-submission')}>
            <bdi dir="ltr">{claim.reference}</bdi>
          </Line>
        ) : null}
        {paidOn ? <Line label={t('gift-aid-claims.paid-on')}>{paidOn}</Line> : null}
        {claim.paidAmount === null ? null : (
          <Line label={t('gift-aid-claims.paid-amount')}>
            <Amount minor={claim.paidAmount} currency="GBP" fractions="always" />
          </Line>
        )}
      </dl>
    </div>
  )
}

const Line = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
)

/** Gifts of earlier claims that were returned since, whose tax this claim returns. */
function Adjustments({ data: { adjustments, claim } }: PageProps) {
  const t = useText()
  const amount = useMinorText('GBP')
  return (
    <section className="stack" aria-labelledby="adjustments">
      <h2 id="adjustments">{t('gift-aid-claims.adjustments')}</h2>
      <p className="quiet">{t('gift-aid-claims.adjustments-lead', { amount: amount(claim.adjustment) })}</p>
      <ul>
        {adjustments.map((adjustment) => (
          <li key={`${adjustment.claimNumber}-${adjustment.reference}`}>
            {t('gift-aid-claims.adjusted', {
              amount: amount(adjustment.returned),
              day: `\u2068${adjustment.day}\u2069`,
              reference: `\u2066${adjustment.reference}\u2069`,
              number: `\u2066${adjustment.claimNumber}\u2069`,
            })}
          </li>
        ))}
      </ul>
    </section>
  )
}
