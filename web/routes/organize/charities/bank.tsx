import '../../../styles/organizers/own-charity.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { accountTypes } from '#modules/causes/organizations/rules/bank-details.ts'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import { currencies } from '#shared/money.ts'
import { countriesIn } from '../../../features/platform/addresses/address-data.ts'
import { BankList } from '../../../features/organizers/charities/bank-list.tsx'
import { CharityCrumb } from '../../../features/organizers/charities/charity-head.tsx'
import { redirectToLogin, reauthenticationUrlFor } from '../../../lib/login-urls.ts'
import { postedForm } from '../../../lib/posted-form.ts'
import { postedText, toFormErrors } from '../../../lib/form-values.ts'
import { loadRestricted } from '../../../lib/access.ts'
import { useText } from '../../../lib/text.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { Select, TextInput } from '../../../ui/field.tsx'
import type { Route } from './+types/bank'

const doneTexts = { entered: 'own-charity.bank-entered', decided: 'own-charity.bank-decided' } as const
type Done = keyof typeof doneTexts

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { api, viewer, locale, hasPayouts } = context.get(renderContext)
  const { organizationId } = params
  if (!hasPayouts) throw new Response(null, { status: 404 })
  const bank = await loadRestricted(viewer, request, () =>
    api('GET /v4/organizations/:organizationId/bank-details', { organizationId }),
  )
  const done = new URL(request.url).searchParams.get('done')
  return {
    ...bank,
    details: bank.details.map((detail) => ({
      ...detail,
      from: detail.activeFrom && formatDay(localDateIn('UTC', new Date(detail.activeFrom)), locale),
    })),
    countries: countriesIn(locale),
    done: (Object.keys(doneTexts) as Done[]).find((key) => key === done) ?? null,
  }
}

/** Plain forms: new bank details are entered, or another member's are approved or rejected. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, viewer, refusalOf } = context.get(renderContext)
  const { organizationId } = params
  const here = `/organize/charities/${organizationId}/bank`
  if (!viewer.isSignedIn) return redirectToLogin(here)
  const form = await postedForm(request)
  const text = (name: string) => postedText(form, name, 300)
  // Account numbers are never sent back to the page.
  const typed = {
    accountName: text('accountName'),
    accountType: text('accountType'),
    currency: text('currency').slice(0, 3),
    country: text('country').slice(0, 2),
  }
  try {
    const decision = text('decision')
    if (decision === 'approve' || decision === 'reject') {
      const path = 'POST /v4/organizations/:organizationId/bank-details/:detailsId/decision'
      await api(path, { organizationId, detailsId: text('details'), decision })
      return redirect(`${here}?done=decided`, 303)
    }
    await api('PUT /v4/organizations/:organizationId/bank-details', {
      organizationId,
      ...typed,
      accountType: typed.accountType.slice(0, 20),
      accountClass: 'business',
      bankCode: text('bankCode').slice(0, 60),
      id: text('id').slice(0, 100),
      iban: text('iban').slice(0, 100),
    })
    return redirect(`${here}?done=entered`, 303)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.code === 'reauthentication-required') return redirect(reauthenticationUrlFor(here), 303)
    if (refused.status === 401) return redirectToLogin(here)
    if (refused.status === 404) throw data(null, { status: 404 })
    return data({ refused, typed }, { status: refused.status })
  }
}

/** The charity's bank details: current and pending ones, and a form for new ones. */
export default function CharityBank({ loaderData, params, actionData }: Route.ComponentProps) {
  const t = useText()
  const { charity, details, done, countries } = loaderData
  const { refused, typed } = actionData ?? {}
  const errors = refused?.fields ?? {}
  const title = t('own-charity.bank')
  return (
    <div className="page narrow-page stack-lg">
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <CharityCrumb id={params.organizationId} name={charity.name} />
        <h1>{title}</h1>
        <p className="quiet">{t('own-charity.bank-lead')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, 'accountName')} />
      {done && !refused ? (
        <p className="notice" role="status">
          {t(doneTexts[done])}
        </p>
      ) : null}
      <BankList details={details} />
      {charity.isVerified ? (
        <form method="post" className="stack" noValidate>
          <h2>{t('own-charity.bank-new')}</h2>
          <TextInput
            id="accountName"
            label={t('own-charity.bank-holder')}
            hint={t('own-charity.bank-holder-hint')}
            error={errors.accountName}
            defaultValue={typed?.accountName ?? charity.name}
            maxLength={70}
            autoComplete="off"
            required
          />
          <Select
            id="currency"
            label={t('own-charity.bank-currency')}
            error={errors.currency}
            defaultValue={typed?.currency ?? loaderData.currency}
          >
            {currencies.map((code) => (
              <option key={code} value={code}>
                {code}
              </option>
            ))}
          </Select>
          <Select
            id="country"
            label={t('own-charity.bank-country')}
            error={errors.country}
            defaultValue={typed?.country ?? charity.country}
          >
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
          <Select
            id="accountType"
            label={t('own-charity.bank-type')}
            error={errors.accountType}
            defaultValue={typed?.accountType ?? 'checking'}
          >
            {accountTypes.map((type) => (
              <option key={type} value={type}>
                {t(`own-charity.bank-${type}`)}
              </option>
            ))}
          </Select>
          <NumberInput id="iban" label={t('own-charity.bank-iban')} error={errors.iban} />
          <p className="hint">{t('own-charity.bank-or')}</p>
          <NumberInput
            id="bankCode"
            label={t('own-charity.bank-code')}
            hint={t('own-charity.bank-code-hint')}
            error={errors.bankCode}
          />
          <NumberInput id="id" label={t('own-charity.bank-number')} error={errors.id} />
          <p>
            <button className="button button-primary">{t('own-charity.bank-save')}</button>
          </p>
        </form>
      ) : (
        <p className="notice">{t('own-charity.bank-verify-first')}</p>
      )}
    </div>
  )
}

const NumberInput = (props: {
  readonly id: string
  readonly label: string
  readonly hint?: string
  readonly error: string | undefined
}) => (
  <TextInput {...props} maxLength={60} dir="ltr" autoComplete="off" autoCapitalize="characters" spellCheck={false} />
)
