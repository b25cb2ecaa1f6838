import '#web/features/faith/zakat/zakat.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { type Currency, formatMoney, money, sum } from '#shared/money.ts'
import { zakatCategories, zakatSchools } from '#modules/causes/campaigns/rules/zakat.ts'
import { ZakatChoiceLink } from '#web/features/causes/campaigns/zakat-choice-link.tsx'
import { readInstalments, readSplit } from '#web/features/faith/zakat/paying/posted-split.ts'
import { SplitForm } from '#web/features/faith/zakat/paying/split-form.tsx'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText } from '#web/lib/form-values.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { Checkbox, Select } from '#web/ui/field.tsx'
import type { Route } from './+types/give'
import { equalSplit, fillZakat, filtersOf, findInstalments, findZakatCauses, remainingOf } from './give-zakat.ts'

/** "Give the remaining amount": the chosen fundraisers are in the URL, then the amount is split between them. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const frame = context.get(renderContext)
  const url = new URL(request.url)
  if (!frame.viewer.isSignedIn) throw redirectToLogin(url.pathname + url.search)
  const { hasProfile, remaining } = await remainingOf(frame)
  if (!remaining) return { hasProfile, due: null }
  const { found, chosen } = await findZakatCauses(frame, url.searchParams)
  const isOwn = ({ currency }: { readonly currency: Currency }) => Number(currency === remaining.currency)
  return {
    hasProfile,
    due: { minor: String(remaining.amount), currency: remaining.currency },
    // Fundraisers in the donor's currency come first: nothing is converted, and instalments may be offered.
    found: found.toSorted((one, other) => isOwn(other) - isOwn(one)),
    chosen,
    filters: filtersOf(url.searchParams),
    isSplitting: url.searchParams.get('step') === 'split' && chosen.length > 0,
    isUnchosen: url.searchParams.get('step') === 'split' && chosen.length === 0,
    typed: equalSplit(chosen, remaining),
    idempotencyKey: crypto.randomUUID(),
    fees: frame.zakatFees,
    isOnPlans: frame.isZakatOnPlans,
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const frame = context.get(renderContext)
  const url = new URL(request.url)
  if (!frame.viewer.isSignedIn) return redirectToLogin(url.pathname + url.search)
  const [{ remaining }, { chosen }, posted] = await Promise.all([
    remainingOf(frame),
    findZakatCauses(frame, url.searchParams),
    postedForm(request),
  ])
  if (!remaining || chosen.length === 0) return redirect(url.pathname + url.search, 303)
  const names = [...chosen.map(({ id }) => `amount-${id}`), 'instalment', 'frequency']
  const typed = Object.fromEntries(names.map((name) => [name, postedText(posted, name, 24)]))
  const refuse = (errors: Readonly<Record<string, string>>, problem = '', status = 400) =>
    data({ typed, errors, problem }, { status })
  const { parts, faults } = readSplit(chosen, typed, remaining.currency)
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
    remaining.currency,
  )
  const { each, fault } = readInstalments(total, { typed: typed.instalment ?? '' })
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
  const amount = due
    ? `\u2068${formatMoney(money(BigInt(due.minor), due.currency), locale, { fractions: 'always' })}\u2069`
    : ''
  return (
    <div className="page stack-lg">
      <title>{t('zakat-pay.title')}</title>
      <div className="stack">
        <h1>{t('zakat-pay.title')}</h1>
        {due ? <p>{t('zakat-pay.remaining', { amount })}</p> : null}
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={wrong} />
      {actionData?.problem ? (
        <p className="notice" role="alert">
          {actionData.problem}
        </p>
      ) : null}
      {due ? null : <NothingToGive hasProfile={hasProfile} />}
      {loaderData.due && !loaderData.isSplitting ? <ChooseCauses loaderData={loaderData} /> : null}
      {loaderData.due && loaderData.isSplitting ? (
        <>
          <p>{t(`give.zakat-fees-${loaderData.fees}`)}</p>
          <p>
            <ZakatChoiceLink
              fees={loaderData.fees}
              campaignId={loaderData.chosen.length === 1 ? (loaderData.chosen[0]?.id ?? '') : ''}
            />
          </p>
          <SplitForm
            causes={loaderData.chosen}
            currency={loaderData.due.currency}
            remaining={loaderData.due.minor}
            typed={actionData?.typed ?? loaderData.typed}
            errors={errors}
            idempotencyKey={loaderData.idempotencyKey}
            isOnPlans={loaderData.isOnPlans}
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

type Loaded = Extract<Route.ComponentProps['loaderData'], { found: unknown }>

/** Verified fundraisers by school and recipients; the choices are in the URL. */
function ChooseCauses({ loaderData: { due, found, chosen, filters, isUnchosen } }: { readonly loaderData: Loaded }) {
  const t = useText()
  const isChosen = (id: string) => chosen.some((cause) => cause.id === id)
  const hidden = chosen.filter(({ id }) => found.every((cause) => cause.id !== id))
  return (
    <form method="get" className="stack-lg account-form zakat-prose">
      <div className="stack">
        <Select id="school" label={t('zakat-pay.school')} defaultValue={filters.school}>
          <option value="">{t('zakat-pay.any')}</option>
          {zakatSchools.map((school) => (
            <option key={school} value={school}>
              {t(`zakat.school-${school}`)}
            </option>
          ))}
        </Select>
        <Select id="recipients" label={t('zakat-pay.recipients')} defaultValue={filters.recipients}>
          <option value="">{t('zakat-pay.any')}</option>
          {zakatCategories.map((category) => (
            <option key={category} value={category}>
              {t(`zakat.${category}`)}
            </option>
          ))}
        </Select>
        <div className="button-row">
          <Button look="quiet">{t('zakat-pay.filter')}</Button>
        </div>
      </div>
      <fieldset className="stack" aria-describedby={isUnchosen ? 'unchosen' : undefined}>
        <legend>{t('zakat-pay.choose')}</legend>
        {isUnchosen ? (
          <p id="unchosen" className="error-text" role="alert">
            {t('zakat-pay.unchosen')}
          </p>
        ) : null}
        {found.length === 0 ? <p className="quiet">{t('zakat-pay.none')}</p> : null}
        <div className="zakat-causes">
          {found.map(({ id, name, organization, currency }) => (
            <Checkbox
              key={id}
              id={`cause-${id}`}
              name="cause"
              value={id}
              label={`\u2068${name}\u2069`}
              hint={currency === due.currency ? organization : `\u2068${organization}\u2069 · ${currency}`}
              defaultChecked={isChosen(id)}
            />
          ))}
        </div>
        {hidden.map(({ id }) => (
          <input key={id} type="hidden" name="cause" value={id} />
        ))}
      </fieldset>
      <div className="button-row">
        <Button name="step" value="split">
          {t('zakat-pay.continue')}
        </Button>
      </div>
    </form>
  )
}
