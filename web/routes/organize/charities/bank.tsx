import '#web/features/organizers/charities/own-charity.css'
import type { ComponentProps } from 'react'
import { accountTypes } from '#modules/causes/organizations/rules/bank-details.ts'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import { currencies } from '#shared/money.ts'
import { countriesIn } from '#web/features/platform/addresses/address-data.ts'
import { BankList } from '#web/features/organizers/charities/bank-list.tsx'
import { hidden, secret, text, unlimited } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { submitForm } from '#web/kit/submit-form.ts'
import { viewForm } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { Select, TextInput } from '#web/ui/field.tsx'
import type { Route } from './+types/bank'

const done = { entered: 'own-charity.bank-entered', decided: 'own-charity.bank-decided' } as const

/** New bank details. Account numbers are never sent back to the page. */
export const bankFields = {
  accountName: text(70),
  currency: unlimited(3),
  country: unlimited(2),
  accountType: unlimited(20),
  iban: secret(60),
  bankCode: secret(60),
  id: secret(60),
}
/** The decision about another member's bank details. */
const decisionFields = { decision: hidden, details: hidden }

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, hasPayouts, params }) => {
    if (!hasPayouts) throw new Response(null, { status: 404 })
    const bank = await api('GET /v4/organizations/:organizationId/bank-details', params)
    return {
      ...bank,
      details: bank.details.map((detail) => ({
        ...detail,
        from: detail.activeFrom && formatDay(localDateIn('UTC', new Date(detail.activeFrom)), locale),
      })),
      countries: countriesIn(locale),
    }
  })

/** New bank details are entered, or another member's are approved or rejected. */
export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { ...bankFields, ...decisionFields },
    async ({ decision, details: detailsId, ...entered }, { api }) => {
      if (decision === 'approve' || decision === 'reject') {
        const call = 'POST /v4/organizations/:organizationId/bank-details/:detailsId/decision'
        await api(call, { ...args.params, detailsId, decision })
        return '?done=decided'
      }
      const details = { ...args.params, ...entered, accountClass: 'business' } as const
      await api('PUT /v4/organizations/:organizationId/bank-details', details)
      return '?done=entered'
    },
    { decisions: ['form'] },
  )

/** The charity's bank details: current and pending ones, and a form for new ones. */
export default function CharityBank({ loaderData, params, actionData }: Route.ComponentProps) {
  const t = useText()
  const { charity, details, countries, currency } = loaderData
  const saved = { accountName: charity.name, currency, country: charity.country, accountType: 'checking' }
  const form = viewForm(bankFields, actionData, saved)
  const title = t('own-charity.bank')
  return (
    <div className="account-form stack-lg">
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">
          {t('own-charity.bank-lead')}{' '}
          <a href={`/organize/charities/${params.organizationId}/payouts`}>{t('own-charity.payouts')}</a>
        </p>
      </div>
      <FormResult title={title} sent={actionData} forms={[form]} done={done} />
      <BankList details={details} />
      {charity.isVerified ? (
        <PageForm className="stack" noValidate>
          <h2>{t('own-charity.bank-new')}</h2>
          <TextInput
            {...form.control('accountName')}
            label={t('own-charity.bank-holder')}
            hint={t('own-charity.bank-holder-hint')}
            autoComplete="off"
            required
          />
          <Select {...form.control('currency')} label={t('own-charity.bank-currency')}>
            {currencies.map((code) => (
              <option key={code} value={code}>
                {code}
              </option>
            ))}
          </Select>
          <Select {...form.control('country')} label={t('own-charity.bank-country')}>
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
          <Select {...form.control('accountType')} label={t('own-charity.bank-type')}>
            {accountTypes.map((type) => (
              <option key={type} value={type}>
                {t(`own-charity.bank-${type}`)}
              </option>
            ))}
          </Select>
          <NumberInput {...form.control('iban')} label={t('own-charity.bank-iban')} />
          <p className="hint">{t('own-charity.bank-or')}</p>
          <NumberInput
            {...form.control('bankCode')}
            label={t('own-charity.bank-code')}
            hint={t('own-charity.bank-code-hint')}
          />
          <NumberInput {...form.control('id')} label={t('own-charity.bank-number')} />
          <p>
            <button className="button button-primary">{t('own-charity.bank-save')}</button>
          </p>
        </PageForm>
      ) : (
        <p className="notice">{t('own-charity.bank-verify-first')}</p>
      )}
    </div>
  )
}

const NumberInput = (props: ComponentProps<typeof TextInput>) => (
  <TextInput {...props} dir="ltr" autoComplete="off" autoCapitalize="characters" spellCheck={false} />
)
