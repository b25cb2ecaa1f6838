import { useState } from 'react'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { reportReasons } from '#modules/trust/moderation/rules/report.ts'
import type { ProofChallenge } from '#modules/money/payments/rules/proof-of-work.ts'
import { HumanCheck } from '#web/features/platform/identity/human-check.tsx'
import { findOr404 } from '#web/lib/find-or-404.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { RadioGroup, TextArea, TextInput } from '#web/ui/field.tsx'
import type { Route } from './+types/report'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['trust/reports', 'platform/faults', 'trust/faults']

const isId = (text: string | null): text is string =>
  text !== null && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { api } = context.get(renderContext)
  const { searchParams } = new URL(request.url)
  const comment = searchParams.get('comment')
  return findOr404(async () => {
    const { id, slug, title, language } = await api('GET /v4/campaign-pages/:slug', { slug: params.slug })
    return { id, slug, title, language, comment: isId(comment) ? comment : null, isDone: searchParams.has('done') }
  })
}

/**
 * After many reports from one network, the response is a proof-of-work challenge: the browser solves it, and the
 * visitor submits again.
 */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await postedForm(request)
  const typed = {
    reason: postedText(form, 'reason', 30),
    text: postedText(form, 'text', 8000),
    email: postedText(form, 'email', 254),
  }
  const comment = postedText(form, 'comment', 64)
  const reCaptcha = postedText(form, 'reCaptcha', 2000)
  try {
    await api('POST /v4/reports', {
      campaignId: postedText(form, 'campaign', 18),
      ...typed,
      reason: reportReasons.find((reportReason) => reportReason === typed.reason) ?? '',
      ...(isId(comment) ? { commentId: comment } : {}),
      ...(reCaptcha ? { reCaptcha } : {}),
    })
  } catch (error) {
    const refused = refusalOf(error)
    return data({ refused, typed }, { status: refused.status })
  }
  return redirect(`/v4/campaign/${encodeURIComponent(params.slug)}/report?done`, 303)
}

export default function Report({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { refused, typed } = actionData ?? {}
  const proof = refused?.proof
  const title = t(loaderData.comment ? 'report.title-comment' : 'report.title')
  const campaignPath = `/v4/campaign/${encodeURIComponent(loaderData.slug)}`
  return (
    <div className="page narrow-page stack-lg">
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      <meta name="robots" content="noindex" />
      {loaderData.isDone ? (
        <div className="stack" role="status">
          <h1>{t('report.thanks')}</h1>
          <p>{t('report.thanks-text')}</p>
        </div>
      ) : (
        <>
          <div className="stack">
            <h1>{title}</h1>
            <p className="quiet">{t('report.lead', { campaign: `\u2068${loaderData.title}\u2069` })}</p>
          </div>
          {proof ? null : <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, 'reason')} />}
          <ReportForm
            campaignId={loaderData.id}
            comment={loaderData.comment}
            typed={typed}
            errors={refused?.fields ?? {}}
            proof={proof}
          />
        </>
      )}
      <p>
        <a href={campaignPath}>{t('report.back')}</a>
      </p>
    </div>
  )
}

type Typed = { readonly reason: string; readonly text: string; readonly email: string }

function ReportForm({
  campaignId,
  comment,
  typed,
  errors,
  proof,
}: {
  readonly campaignId: string
  readonly comment: string | null
  readonly typed: Typed | undefined
  readonly errors: Readonly<Record<string, string>>
  readonly proof: ProofChallenge | undefined
}) {
  const t = useText()
  const [reason, choose] = useState(typed?.reason ?? '')
  return (
    <form method="post" className="stack" noValidate>
      <input type="hidden" name="campaign" value={campaignId} />
      {comment ? <input type="hidden" name="comment" value={comment} /> : null}
      <RadioGroup
        name="reason"
        legend={t('report.reason')}
        isWide
        value={reason}
        onChoose={choose}
        error={errors.reason}
        choices={reportReasons.map((value) => ({ value, label: t(`report.reason-${value}`) }))}
      />
      <TextArea
        id="text"
        label={t('report.text')}
        hint={t('report.text-hint')}
        mark={reason === 'other' ? t('shell.required') : t('shell.optional')}
        defaultValue={typed?.text}
        error={errors.text}
        maxLength={2000}
      />
      <TextInput
        id="email"
        type="email"
        autoComplete="email"
        label={t('report.email')}
        hint={t('report.email-hint')}
        mark={t('shell.optional')}
        defaultValue={typed?.email}
        error={errors.email}
      />
      {proof ? (
        <HumanCheck
          key={proof.salt}
          challenge={proof}
          working={t('report.checking')}
          done={t('report.checked')}
          withoutScript={t('report.no-script')}
        />
      ) : null}
      <button className="button button-primary">{t('report.submit')}</button>
    </form>
  )
}
