import '#web/features/faith/zakat/zakat.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { formatMoney, money, sum } from '#shared/money.ts'
import { ZakatChoiceLink } from '#web/features/causes/campaigns/zakat-choice-link.tsx'
import { GiveZakatForm } from '#web/features/faith/zakat/paying/give-form.tsx'
import { fillSplit, readInstalments, readSplit } from '#web/features/faith/zakat/paying/posted-split.ts'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText } from '#web/lib/form-values.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import type { Route } from './+types/give'
import { fillZakat, filtersOf, findInstalments, findZakatCauses, typedSplit, zakatToGive } from './give-zakat.ts'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = [
  'faith/zakat-paying',
  'faith/faults',
  'recurring/faults',
  'money/giving',
  'causes/campaigns',
  'causes/zakat',
  'platform/faults',
]

/** Gives a calculated amount, or what remains of the zakat year: the fundraisers and the split are on one page. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const frame = context.get(renderContext)
  const url = new URL(request.url)
  const due = await zakatToGive(frame, url.searchParams)
  if (due === 'log-in') throw redirectToLogin(url.pathname + url.search)
  const { amount, hasProfile, isRemaining } = due
  if (!amount) return { hasProfile, due: null }
  const typed = typedSplit(url.searchParams)
  const { found, chosen } = await findZakatCauses(frame, url.searchParams, typed.chosen)
  const hidden = chosen.filter(({ id }) => found.every((cause) => cause.id !== id))
  const rank = (cause: (typeof found)[number]) =>
    Number(typed.chosen.includes(cause.id)) * 2 + Number(cause.currency === amount.currency)
  return {
    hasProfile,
    due: { minor: String(amount.amount), currency: amount.currency, isRemaining },
    // Fundraisers in the donor's currency come first: nothing is converted, and instalments may be offered.
    causes: [...hidden, ...found].toSorted((one, other) => rank(other) - rank(one)),
    filters: filtersOf(url.searchParams),
    typed: { ...typed, chosen: chosen.map(({ id }) => id) },
    idempotencyKey: crypto.randomUUID(),
    fees: frame.zakatFees,
    hasInstalments: frame.isZakatOnPlans && frame.viewer.isSignedIn,
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const frame = context.get(renderContext)
  const url = new URL(request.url)
  const [due, posted] = await Promise.all([zakatToGive(frame, url.searchParams), postedForm(request)])
  if (due === 'log-in') return redirectToLogin(url.pathname + url.search)
  if (!due.amount) return redirect(url.pathname + url.search, 303)
  const typed = typedSplit(posted)
  const refuse = (errors: Readonly<Record<string, string>>, problem = '', status = 400) =>
    data({ typed, errors, problem }, { status })
  const { chosen } = await findZakatCauses(frame, url.searchParams, typed.chosen)
  if (chosen.length === 0) return refuse(frame.sentencesOf({ cause: { code: 'no-fundraiser-chosen' } }))
  const ids = chosen.map(({ id }) => id)
  const amounts = Object.entries(fillSplit(due.amount, ids, typed.amounts)).map(([id, text]) => [`amount-${id}`, text])
  const { parts, faults } = readSplit(
    chosen,
    Object.fromEntries(amounts) as Record<string, string>,
    due.amount.currency,
  )
  if (Object.keys(faults).length > 0) return refuse(frame.sentencesOf(faults))
  try {
    if (postedText(posted, 'intent', 20) !== 'instalments')
      return redirect(await fillZakat(frame, parts, postedText(posted, 'idempotencyKey', 64)), 303)
  } catch (error) {
    const { fields, message, status } = frame.refusalOf(error)
    return refuse({}, Object.values(fields)[0] ?? message, status)
  }
  const total = sum(
    parts.map(({ amount }) => amount),
    due.amount.currency,
  )
  const { each, fault } = readInstalments(total, { typed: typed.instalment })
  if (!each) return refuse(frame.sentencesOf({ instalment: fault }))
  const frequency = typed.frequency === 'week' ? 'week' : 'month'
  const address = await findInstalments(frame, parts, { total, each, frequency })
  return address
    ? redirect(address, 303)
    : refuse(frame.sentencesOf({ frequency: { code: 'instalments-not-offered' } }))
}

export default function GiveZakatPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const locale = useLocale()
  const { due, hasProfile } = loaderData
  const errors = actionData?.errors ?? {}
  const wrong = Object.entries(errors).map(([id, text]) => ({ id, text }))
  const total = due ? money(BigInt(due.minor), due.currency) : null
  const amount = total ? `\u2068${formatMoney(total, locale, { fractions: 'always' })}\u2069` : ''
  const title = t(due && !due.isRemaining ? 'zakat-pay.title-due' : 'zakat-pay.title')
  return (
    <div className="page stack-lg">
      <title>{title}</title>
      <div className="stack">
        <h1>{title}</h1>
        {due ? <p>{t(due.isRemaining ? 'zakat-pay.remaining' : 'zakat-pay.due', { amount })}</p> : null}
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={wrong} />
      {actionData?.problem ? (
        <p className="notice" role="alert">
          {actionData.problem}
        </p>
      ) : null}
      {due ? null : <NothingToGive hasProfile={hasProfile} />}
      {loaderData.due && total ? (
        <>
          <div className="zakat-prose">
            <p className="small">{t(`give.zakat-fees-${loaderData.fees}`)}</p>
            <p>
              <ZakatChoiceLink fees={loaderData.fees} campaignId="" />
            </p>
          </div>
          <GiveZakatForm
            causes={loaderData.causes}
            total={total}
            isRemaining={loaderData.due.isRemaining}
            filters={loaderData.filters}
            typed={actionData?.typed ?? loaderData.typed}
            errors={errors}
            idempotencyKey={loaderData.idempotencyKey}
            hasInstalments={loaderData.hasInstalments}
          />
        </>
      ) : null}
    </div>
  )
}

function NothingToGive({ hasProfile }: { readonly hasProfile: boolean }) {
  const t = useText()
  return (
    <div className="stack">
      <p>{t(hasProfile ? 'zakat-pay.all-given' : 'zakat-pay.not-calculated')}</p>
      <p>
        <a className="button button-primary" href={hasProfile ? '/account/zakat' : '/v4/zakat/calculator'}>
          {t(hasProfile ? 'zakat-pay.see' : 'zakat-pay.calculate')}
        </a>
      </p>
    </div>
  )
}
